"""An agent with a memory, on the standard library: type, and it answers with what it knows.

Start the service with `make run`, then `python examples/python_agent.py [USER]`. Run it twice: what the first run was
told, the second one knows. Where `generate` stands, call the model of your choice.
"""

import json
import os
import sys
import urllib.request
import uuid
from typing import Any

URL = os.environ.get("MEMORYD_URL", "http://127.0.0.1:8077")
KEY = os.environ.get("MEMORYD_KEY")
SYSTEM = "You are a helpful assistant."


def call(path: str, body: dict[str, Any]) -> dict[str, Any]:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {KEY}"} if KEY else {})
    request = urllib.request.Request(URL + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


def generate(messages: list[dict[str, str]]) -> str:
    """Stands for a chat model: it only tells what it was given."""
    return "(a model would now answer this)\n" + "\n".join(f"{m['role']}: {m['content']}" for m in messages)


def asked() -> str:
    try:
        return input("> ").strip()
    except EOFError:
        return ""


def main() -> None:
    user_id = sys.argv[1] if len(sys.argv) > 1 else "somebody"
    session_id = str(uuid.uuid4())
    print("Say something; an empty line ends.")
    while said := asked():
        known = call("/v1/context", {"user_id": user_id, "session_id": session_id, "query": said})
        system = "\n\n".join(part for part in (SYSTEM, known["prompt"]) if part)
        answer = generate(
            [{"role": "system", "content": system}, *known["messages"], {"role": "user", "content": said}]
        )
        print(answer)
        # What this toy model says is the question again; a real answer goes in as "assistant".
        call("/v1/turns", {"user_id": user_id, "session_id": session_id, "user": said})


if __name__ == "__main__":
    main()
