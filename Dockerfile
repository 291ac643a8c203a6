# memoryd with its embedded stores. `docker run -p 8077:8077 -v memoryd:/data IMAGE` is a whole service;
# docker-compose.yml runs the same image on a Postgres and a Valkey of their own.
FROM python:3.11-slim

# An entry in passwd is needed: the embedded Postgres does not run for a user without a name.
RUN groupadd --gid 10001 memoryd \
    && useradd --uid 10001 --gid memoryd --home-dir /srv/memoryd --no-create-home --shell /usr/sbin/nologin memoryd \
    && mkdir -p /srv/memoryd /data \
    && chown memoryd:memoryd /data

WORKDIR /srv/memoryd
ENV PATH=/opt/memoryd/bin:$PATH \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1 \
    PYTHONUNBUFFERED=1

# The packages change seldom, the code often: two layers.
COPY requirements.lock ./
RUN python -m venv /opt/memoryd && pip install --requirement requirements.lock

COPY pyproject.toml README.md LICENSE alembic.ini ./
COPY migrations ./migrations
COPY app ./app
RUN pip install --no-deps --editable . && python -m compileall -q app

USER memoryd
ENV SERVER__DATA_DIR=/data
VOLUME /data
EXPOSE 8077

HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8077/healthz', timeout=2)"]

# Not on a loopback address, so every request needs a key: `memoryd keys create NAME` makes one.
CMD ["memoryd", "serve", "--host", "0.0.0.0"]
