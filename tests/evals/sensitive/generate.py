"""Writes positives.jsonl and negatives.jsonl: sentences made from templates and values that are fake but well formed.

Run `python tests/evals/sensitive/generate.py`. The output depends on nothing but this file. The first character of each
secret is written as a JSON escape, so that scanners of source files do not take it for a real one.
"""

import base64
import json
import random
from itertools import cycle
from pathlib import Path

HERE = Path(__file__).parent
DRAW = random.Random(20240229)
WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)


def card(prefix: str, size: int) -> str:
    body = prefix + "0" * (size - len(prefix) - 3) + f"{DRAW.randrange(100):02d}"
    total = 0
    for place, char in enumerate(reversed(body)):
        value = int(char) * (2 - place % 2)
        total += value - 9 if value > 9 else value
    return body + str(-total % 10)


def identity(region: str, birth: str) -> str:
    body = f"{region}{birth}{DRAW.randrange(1000):03d}"
    total = sum(int(d) * w for d, w in zip(body, WEIGHTS, strict=True))
    return body + "10X98765432"[total % 11]


def fake(size: int, *, alphabet: str = "FAKEfake0123") -> str:
    return "Fake0" + "".join(DRAW.choice(alphabet) for _ in range(size - 7)) + "k9"


def token(subject: str) -> str:
    def part(data: bytes) -> str:
        return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

    return ".".join((part(b'{"alg":"HS256","typ":"JWT"}'), part(json.dumps({"sub": subject}).encode()), part(b"not a signature at all")))


def pem(name: str) -> str:
    lines = "\n".join(fake(64) for _ in range(3))
    return f"-----BEGIN {name}-----\n{lines}\n-----END {name}-----"


def groups(digits: str, sizes: tuple[int, ...], mark: str) -> str:
    parts, at = [], 0
    for size in sizes:
        parts.append(digits[at : at + size])
        at += size
    return mark.join(part for part in parts if part)


def wide(text: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if c.isdigit() else c for c in text)


def lang(text: str) -> str:
    return "zh" if any("\u4e00" <= c <= "\u9fff" for c in text) else "en"


PASSWORDS = ["Fake#Pass01", "hunter2!", "N0tReal_99", "Tr0ub4dor&3", "qwe123456", "Winter2031", "p@ssw0rd", "abc12345", "Zebra$Lamp7", "xY7-kk_22"]
PASSWORD_ZH = [
    "我的密码是{}", "密码：{}", "密码:{}，帮我登录后台", "登录密码 {} 别告诉别人", "密码改成{}了", "我把密码改为 {}，记一下", "口令：{}，连上之后先看日志",
    "WiFi密码是{}，客人来了告诉他", "邮箱密码换成了“{}”", "账号 zhangsan 密码 {}", "服务器root的密码现在是{}，我住在一楼", "数据库密码={}",
    "开机密码设成{}吧", "密码已经重置为{}", "初始密码为{}，请尽快修改", "{}是我的登录密码", "密码是不是{}？我忘了", "路由器后台密码{}", "保险柜密码我用的是{}。",
    "用户名admin，密码{}，端口8080", "支付密码：「{}」", "密码（临时）：{}", "他的解锁密码叫{}", "**密码**：{}", "账密：root/{}",
]
PASSWORD_EN = [
    "my password is {}", "My password is {}, please log me in", "Password: {}", "the wifi password is {} by the way", "pwd={}", "passwd = {}",
    "I changed my password to {} yesterday", "set the password to {} and restart", "user bob / password {}", "login: bob, pass: {}",
    "passphrase: {}", "The root password for the staging box is {}.", "DB_PASSWORD={}", "my router's password's {}", '"password": "{}",',
    "{} is my password, remember it", "use {} as the password for the demo", "password is still {}", "pw: {}", "MYSQL_ROOT_PASSWORD: {}",
    "Her laptop passcode is {}", "my password was {} until May", "Remember: bank login password -> {}", "mysql -u root -p{} shop", "my password is '{}'",
]
QUOTED = [("我的密码是“芝麻 开门 3”", "芝麻 开门 3"), ('my passphrase is "correct horse battery staple"', "correct horse battery staple"),
          ("passphrase: 'purple turtle sings loudly'", "purple turtle sings loudly"), ("口令是「天王盖地虎」", "天王盖地虎"),
          ("my password is swordfish", "swordfish"), ("the password is butterscotch, don't tell", "butterscotch"), ("密码是swordfish。", "swordfish"),
          ("password: letmein", "letmein"), ("my PIN is 4821", "4821"), ("PIN码：0937", "0937"), ("手机锁屏密码是4821", "4821"), ("取款密码 280416", "280416"),
          ("the alarm pin code is 7741", "7741"), ("mongosh --host db -u app -p Fake#Pass01", "Fake#Pass01"), ("curl -u joe:Fake#Pass01 https://api.example.com", "Fake#Pass01"),
          ("密码从OldFake11改成NewFake22", "NewFake22"), ("I changed the password from OldFake11 to NewFake22", "OldFake11")]
KEYS = {
    "api_key": ["sk-" + fake(48), "sk-proj-" + fake(60), "sk-ant-api03-" + fake(90), "AKIA" + "FAKE0" * 3 + "X", "ASIA" + "FAKE0" * 3 + "X",
                "AIzaSy" + fake(33), "sk_live_" + fake(24), "rk_live_" + fake(24), "sk_test_" + fake(24), "SG." + fake(22) + "." + fake(43),
                "SK" + "0fa1" * 8, "LTAI" + fake(20), "AKID" + fake(32), "sk-" + "0fa1" * 8, "sk-or-v1-" + "0fa1" * 16],
    "token": ["ghp_" + fake(36), "gho_" + fake(36), "github_pat_" + fake(22) + "_" + fake(59), "glpat-" + fake(20), "xoxb-000000000000-" + fake(24),
              "xoxp-000000000000-" + fake(24), "hf_" + fake(34), "npm_" + fake(36), "pypi-AgEI" + fake(60), "1234567890:" + fake(35)],
}
KEY_FRAMES = ["把密钥{}填到配置里", "key 是 {}，别外传", "Use {} for the calls.", "export KEY={}", "我发你了：{}", "here you go {}", "token={}", "它就是{}这一串", "({})", "`{}`",
              "headers = {{'x-api-key': '{}'}}"]
GENERIC = [("api key: {}", "api_key"), ("API_KEY={}", "api_key"), ("接口密钥是{}，有效一年", "api_key"), ("client_secret: {}", "api_key"), ("AppSecret：{}", "api_key"),
           ("access_token={}", "token"), ("访问令牌：{}", "token"), ("Authorization: Bearer {}", "token"), ("my api key is {} ok?", "api_key"),
           ("https://x.example.com/cb?token={}&page=2", "token"), ('{{"apiKey": "{}"}}', "api_key"), ("aws_secret_access_key = {}", "api_key"), ("refresh token: {}", "token"),
           ("secret key 是 {}", "api_key"), ("Cookie: sessionid={}", "token")]
CARD_ZH = ["我的银行卡号是{}", "卡号{}，帮我记一下", "工资卡 {} 是招商的", "打到{}这张卡", "信用卡：{}，额度两万", "转账到{}就行"]
CARD_EN = ["My card is {}, remember it.", "card number: {}", "charge {} please", "The visa ends well: {}", "pay with {} today", "Here: {}."]
ID_FRAMES = ["我的身份证号是{}", "身份证{}，帮我订票", "证件号码：{}", "{}，这是我妈的号码", "办理人：王某，{}", "my Chinese ID number is {}", "请用 {} 实名", "ID card {} for the hotel"]
CODES = ["验证码是{}", "验证码：{}，5分钟内有效", "【某银行】您的验证码为{}，请勿泄露", "短信验证码 {} 帮我填上", "{}是你的登录验证码", "Your verification code is {}",
         "OTP: {}", "the OTP is {} hurry", "{} is your security code", "your one-time passcode is {}", "动态码 {}", "Enter the login code {} now", "2FA code: {}"]
SEED = "lamp river stone window garden pencil orange bridge candle marble winter velvet".split()


def add(rows: list[dict[str, object]], text: str, secret: str, *kinds: str, keep: str = "") -> None:
    rows.append({"lang": lang(text), "text": text, "secret": secret, "kinds": kinds, "keep": keep})


def positives() -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    for frames in (PASSWORD_ZH, PASSWORD_EN):
        for number, frame in enumerate(frames):
            for value in (PASSWORDS[number % 10], PASSWORDS[(number + 3) % 10]):
                add(rows, frame.format(value), value, "password", keep=max(frame.split("{}"), key=len).removesuffix("root/").strip("“”「」'\" "))
    for text, secret in QUOTED:
        add(rows, text, secret, "password")
    frame = cycle(KEY_FRAMES)
    for kind, values in KEYS.items():
        for value in values:
            for _ in range(2):
                add(rows, next(frame).format(value), value, kind)
    for text, kind in GENERIC:
        value = fake(40)
        add(rows, text.format(value), value, kind, "jwt", "token", "api_key")
    for subject in ("nobody", "fake-user", "测试"):
        value = token(subject)
        for text in ("Authorization: Bearer {}", "我的令牌是{}，过期再换", "jwt {} expired?"):
            add(rows, text.format(value), value, "jwt")
    for name in ("PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "OPENSSH PRIVATE KEY"):
        block = pem(name)
        add(rows, f"请记住部署私钥：\n{block}\n谢谢", block, "private_key", keep="谢谢")
        add(rows, "key: " + block.replace("\n", "\\n"), block.replace("\n", "\\n"), "private_key")
        add(rows, "It was cut: " + block[:150], block[:150], "private_key", keep="It was cut:")
    for scheme in ("postgres", "postgresql+asyncpg", "mysql", "mongodb+srv", "amqp", "https"):
        add(rows, f"连接串 {scheme}://svc:Fake7741zz@db.example.com/x 记住", "Fake7741zz", "connection_string", keep="db.example.com/x 记住")
    add(rows, "redis://:Fake7741zz@cache.example.com:6379/0", "Fake7741zz", "connection_string", keep="cache.example.com:6379/0")
    add(rows, "Server=db.example.com;User Id=sa;Password=Fake7741zz;Database=x", "Fake7741zz", "password", keep="Database=x")
    shapes = [("4000", 16, (4,) * 4), ("5100", 16, (4,) * 4), ("620000", 19, (4, 4, 4, 4, 3)), ("620000", 16, (4,) * 4), ("370000", 15, (4, 6, 5)), ("6011", 16, (4,) * 4)]
    for number, text in enumerate(CARD_ZH + CARD_EN):
        for step in (0, 1, 2):
            prefix, size, sizes = shapes[(number + step) % len(shapes)]
            digits = card(prefix, size)
            written = (digits, groups(digits, sizes, " "), groups(digits, sizes, "-"), wide(digits))[(number + step) % 4]
            add(rows, text.format(written), written, "bank_card")
    for text in ("银行卡{}，开户在城西支行", "卡号：{}", "card number {} expires soon"):  # wrong check digit, named by the word
        add(rows, text.format("6200000000000000001"), "6200000000000000001", "bank_card")
    regions = cycle(["110101", "310104", "440305", "510107", "650102", "820000"])
    births = cycle(["19000101", "19991231", "20000229", "19850706"])
    for number, text in enumerate(ID_FRAMES * 3):
        value = identity(next(regions), next(births))
        written = (value, value.lower(), groups(value, (6, 8, 4), " "), wide(value), "\u200b".join(value))[number % 5]
        add(rows, text.format(written), written, "id_card")
    add(rows, "他的旧身份证 110101000101001 还在", "110101000101001", "id_card")
    for number, text in enumerate(CODES):
        value = ("482913", "0937", "77410028", "551200")[number % 4]
        add(rows, text.format(value), value, "verification_code")
    for text, secret in (("护照号 E00000001", "E00000001"), ("我的护照是EA0000001，下月到期", "EA0000001"), ("my passport number is G00000012", "G00000012"), ("passport: E00000090", "E00000090")):
        add(rows, text, secret, "passport")
    for text in ("my SSN is 078-05-1120", "SSN 078051120", "social security number: 078-05-1120"):
        add(rows, text, text.split()[-1], "ssn")
    for text, secret, kind in (("卡的CVV是123，有效期12/29", "123", "cvv"), ("card cvc: 0042", "0042", "cvv"), ("信用卡有效期 09/28", "09/28", "card_expiry"), ("visa, exp 11/27, cvv 999", "11/27", "card_expiry")):
        add(rows, text, secret, kind)
    for text in ("助记词：{}", "my seed phrase is {}", "Recovery phrase: {}", "钱包助记词是 {} 别丢"):
        add(rows, text.format(" ".join(SEED)), " ".join(SEED), "seed_phrase")
    for text, secret in (("我手机13900000000，有事打我", "13900000000"), ("+86 139 0000 0000 是客服", "139 0000 0000"), ("call me at 415-555-0132", "415-555-0132"), ("Tel (415) 555-0132", "(415) 555-0132"),
                         ("座机 010-00000000", "010-00000000"), ("ring +44 20 7946 0000", "+44 20 7946 0000"), ("他的号码１３８００００００００", "１３８００００００００")):
        add(rows, text, secret, "phone")
    for text, secret in (("抄送 someone@example.com 谢谢", "someone@example.com"), ("mail first.last+tag@mail.example.org.", "first.last+tag@mail.example.org")):
        add(rows, text, secret, "email")
    for text, secret in (("寄到杭州市西湖区假想路388号3栋2单元501室", "假想路388号3栋2单元501室"), ("ship it to 12 Imaginary Street, Apt 4", "12 Imaginary Street"), ("我住在虚构花园5栋1203室", "虚构花园5栋1203室")):
        add(rows, text, secret, "address")
    return rows


NEGATIVES = """
密码是什么？|我忘了密码|密码至少8位|密码长度为8-16位，必须包含数字|密码错误，请重试|密码是必填项|请输入密码|密码学入门课|怎么找回密码？|密码管理器推荐 1Password 吗|密码每90天换一次|密码已过期|两次输入的密码不一致
密码是加密存储的|密码用bcrypt哈希|密码采用SHA256加盐|密码锁坏了|摩斯密码挺好玩|达芬奇密码是2003年的小说|密码不能和用户名相同|把密码字段改成必填|密码输错3次会锁定|密码太短了|别把密码写在纸上|密码保存在 Vault 里|密码为空时报错|口令红包怎么抢
I forgot my password|password must be 8 characters|the password is wrong|my password is expired|password is required|the password is too weak|Reset your password here|password should be at least 12 characters long
The password is case-sensitive|passwords are stored hashed|password: string|password: str = Field(...)|password = getpass()|password=os.environ["DB_PASSWORD"]|password: ${DB_PASSWORD}|password: <your-password>|password=********|"password": null
my password is not working|the password is stored in Vault|the password is being rotated|password is incorrect|I need a new password|password reset link|password manager like 1Password|password hash uses argon2id|password policy v2|Is the password really secure?
def login(user: str, password: str) -> None|<input type="password" placeholder="Enter password">|password = request.form.get("password")|the password is shared with the team|password to log in is required|my password is never shown|the password is the same as before
订单号 6200000000000000000 已发货|运单号SF1390000000012|快递单号 773400000000001|流水号 4000000000000002|工单 T-20240229-0012|序列号 5100000000000008|订单4000000000000002什么时候到|时间戳 1700000000000|批次号20260806|发票号码 044001900111
order 4000000000000002 shipped|tracking number 1Z999AA10123456784|tracking 9400000000000000000000|commit 3f2a9c1e8b7d6054a1b2c3d4e5f60718293a4b5c|uuid 550e8400-e29b-41d4-a716-446655440000|ISBN 978-7-111-00000-0|ISBN 9787111000006|ext. 4521|分机 8012
version 1.2.3.4567|v2024.01.15-rc1|2024-01-15 10:30:00|2024-02-29T10:00:00Z|20240229103000|price 1,299,000.00|total is $4,000.50|共计 12800 元|pi is 3.14159265358979323846|2^64 = 18446744073709551616|1234567890123456
sk-learn is a library|task-20240229-export-all-users-nightly|sk-learn-pipeline-experiments-for-everyone|user_12345|order_id_20240229|risk-assessment-and-mitigation-plan|ask-me-anything-about-this-project
token? see commit 3f2a9c1e8b7d6054a1b2c3d4e5f60718293a4b5c|max_tokens=4096|token count: 128000|tokens per second: 30|the token is expired|token 数是 4096|令牌桶算法每秒100个|token_type=bearer|refresh the token every hour|密钥长度是2048位|密钥轮换每90天一次|API key 怎么申请？
where do I put my api key?|api key is missing|secret santa party|primary key: user_12345|foreign_key=orders_2024_user_id|cache_key = user:12345:profile|the key is to practice|public key: abc|Bearer token authentication|the secret ingredient is paprika|partition key: 2024-02-29-eu-west-1
color: #ff5733|background:#1a2b3c4d|00:1A:2B:3C:4D:5E|192.168.100.200|10.0.0.1:5432|2001:db8::ff00:42:8329|port 54321|http://localhost:8080/a/b|https://example.com/item/6200000000000000000|git@github.com:org/repo.git|lodash@4.17.21|npm i @scope/pkg@1.2.3
data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk|eyJ is how a JWT begins|the header is eyJhbGciOi...|-----BEGIN CERTIFICATE-----|-----BEGIN PUBLIC KEY-----|postgres://localhost:5432/app|postgres://user:${DB_PASSWORD}@db/app|https://example.com/@someone|redis://cache:6379/0
验证码没收到|验证码60秒后可重发|验证码错误|验证码是几位的？|验证码一般是6位数字|验证码2分钟内有效|the verification code never arrived|verification code expires in 10 minutes|error code 500404|zip code is 100080|promo code SAVE2024|exit code is 137|status code: 404|code is 200
身份证丢了怎么补办|身份证复印件要几份|护照下个月到期|passport photo 35x45mm|护照照片要2寸|身份证尾号1234|银行卡尾号6222|卡片有效期|合同有效期 2025/12|保质期 12/27|visa application takes 10 days|my visa expires in 2027|信用卡额度20000|银行卡丢了|I lost my card
我住在厦门|我家在三楼|3号线地铁很挤|第12号文件|5号楼的电梯坏了|人民路堵车|12 monkeys is a film|Room 101|10 Downing was on TV|flight MU5137|航班 CA1234|G1234次列车|车牌 京A12345|课程号 CS101|学号 20230001234|房间 1203|QQ群 123456789|2024年2月29日|下午3点到5点|13:45:30
seed phrase is a list of twelve words that you should write down once and keep safe offline|助记词是什么？|mnemonic devices help memory|CVV 在卡背面|CVV是什么|the security code field is hidden|ssn field is optional|part 123-45-6789-00|order 123-45-6789|+1 point|1+1=2|call 911|打110报警|10086 是客服
we need 12 eggs, 3 apples and 400 grams of flour|the score was 21-19-21|matrix 1 2 3 4 5 6 7 8 9 10 11 12|0.1234567890123456|1e-10|抽奖号 88888888|比分 3-2|股票代码 600519|电压 220V|身高 175 体重 65|ratio 16:9|IMEI 490154203237518|EAN 4006381333931|epoch 1709200800|x=1,y=2,z=3
登录页面打不开|login is broken|bank account balance question|银行账户怎么开|account manager changed|我的账号被封了|account words only|卡路里 1200|cardboard box 40x30|卡号在哪里看？|card game night|business card design|显卡 RTX 4090|网卡驱动 23.5.10.1138|SIM card slot
""".strip()


def negatives() -> list[dict[str, object]]:
    return [{"lang": lang(text), "text": text} for line in NEGATIVES.splitlines() for text in line.split("|")]


def write(name: str, rows: list[dict[str, object]]) -> None:
    lines = []
    for number, row in enumerate(rows):
        line = json.dumps({"id": f"{name[:3]}-{number:03d}", **row}, ensure_ascii=False)
        secret = json.dumps(row.get("secret", ""), ensure_ascii=False)[1:-1]
        if secret:
            line = line.replace(secret, f"\\u{ord(secret[0]):04x}{secret[1:]}")
        lines.append(line + "\n")
    (HERE / f"{name}.jsonl").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    write("positives", positives())
    write("negatives", negatives())
