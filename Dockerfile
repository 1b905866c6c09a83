# syntax=docker/dockerfile:1
# Long Roll as a container; docs/hosting.md tells how to run it.
#
#   docker build --tag longroll .
#   docker run --publish 127.0.0.1:1863:1863 --volume longroll:/data longroll

FROM node:24-slim AS client
WORKDIR /build/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY web ./
# Vite writes into ../src/longroll/server/static.
RUN npm run build

FROM python:3.13-slim AS package
WORKDIR /build
RUN python -m venv /opt/longroll
COPY requirements/play.txt requirements/
RUN /opt/longroll/bin/pip install --no-cache-dir --require-hashes --requirement requirements/play.txt
COPY pyproject.toml README.md LICENSE ./
COPY docs docs
COPY src src
COPY --from=client /build/src/longroll/server/static src/longroll/server/static
RUN /opt/longroll/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

FROM python:3.13-slim
RUN useradd --system --uid 1863 --user-group --home-dir /data --shell /usr/sbin/nologin longroll \
    && install --directory --owner=longroll --group=longroll --mode=0700 /data
COPY --from=package /opt/longroll /opt/longroll
ENV PATH=/opt/longroll/bin:$PATH \
    LONGROLL_DATABASE_URL=sqlite:////data/battles.db \
    PYTHONUNBUFFERED=1
USER longroll
WORKDIR /data
VOLUME /data
EXPOSE 1863
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:1863/health/live', timeout=4)"]
CMD ["longroll", "serve", "--host", "0.0.0.0", "--port", "1863", "--no-browser"]
