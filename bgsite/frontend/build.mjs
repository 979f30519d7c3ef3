// Builds the front end.
//
//   node build.mjs          bgsite/static/dist/: one script and one stylesheet a page, minified, maps beside them
//   node build.mjs --dev    build/dev/: the page that tries the board without a server (dev/board.html);
//                           with the name of a folder, there: what else is in it stays
//   node build.mjs --test   build/test/: the unit tests, bundled one file each, for `node --test`
//
// A page that is to have a script gets one line in PAGES.
import { copyFile, mkdir, readdir, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));

/** Name in dist → source. */
const PAGES = {
  "lobby.js": "src/lobby/main.ts",
  "lobby.css": "src/lobby/lobby.css",
  "waiting.js": "src/lobby/waiting.ts",
  "start.js": "src/start/main.ts",
  "table.js": "src/live/main.ts",
  "table.css": "src/live/table.css",
  "usage.js": "src/usage/main.ts",
  "usage_page.js": "src/usage/page.ts",
  "usage_page.css": "src/usage/page.css",
};

/** @type {esbuild.BuildOptions} */
const common = {
  absWorkingDir: here,
  bundle: true,
  format: "esm",
  target: ["es2022", "chrome111", "firefox115", "safari16.4"],
  charset: "utf8",
  loader: { ".svg": "text" },
  logLevel: "warning",
};

async function emptied(folder) {
  await rm(join(here, folder), { recursive: true, force: true });
  await mkdir(join(here, folder), { recursive: true });
  return folder;
}

async function buildPages() {
  await esbuild.build({
    ...common,
    entryPoints: Object.entries(PAGES).map(([name, source]) => ({ in: source, out: name.replace(/\.[^.]+$/, "") })),
    outdir: await emptied("../static/dist"),
    minify: true,
    sourcemap: "linked",
    legalComments: "none",
  });
}

async function buildDev(folder) {
  const outdir = folder === undefined ? join(here, await emptied("build/dev")) : resolve(folder);
  await esbuild.build({ ...common, entryPoints: ["dev/board.ts", "dev/gettext.ts", "dev/board.css"], outdir, sourcemap: "inline" });
  await copyFile(join(here, "dev/board.html"), join(outdir, "board.html"));
}

async function buildTests() {
  const tests = (await readdir(join(here, "test"), { recursive: true })).filter((name) => name.endsWith(".test.ts"));
  await esbuild.build({
    ...common,
    entryPoints: tests.map((name) => join("test", name)),
    outbase: "test",
    entryNames: "[dir]-[name]",
    outdir: await emptied("build/test"),
    outExtension: { ".js": ".mjs" },
    platform: "node",
    target: "node20",
    sourcemap: "inline",
  });
}

const [mode, folder] = process.argv.slice(2);
if (mode === undefined) await buildPages();
else if (mode === "--dev") await buildDev(folder);
else if (mode === "--test") await buildTests();
else {
  console.error(`build.mjs: unknown option ${mode}; give --dev, --test or nothing.`);
  process.exit(2);
}
