// Builds the front end.
//
//   node build.mjs          bgsite/static/dist/: one script and one stylesheet a page, minified, maps beside them
//   node build.mjs --dev    build/dev/: the page that tries the board without a server (dev/board.html);
//                           with the name of a folder, there: what else is in it stays
//   node build.mjs --test   build/test/: the unit tests, bundled one file each, for `node --test`
//
// A page that is to have a script gets one line in PAGES. What a script takes in by `import()` from LATER becomes a script
// of its own beside the others, with a digest in its name, and comes when it is wanted.
import { copyFile, mkdir, readdir, rm } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));

/** Name in dist → source. */
const PAGES = {
  "install.js": "src/install/main.ts",
  "offline.js": "src/install/offline.ts",
  "language.js": "src/language/main.ts",
  "learn.js": "src/learn/main.ts",
  "learn.css": "src/learn/learn.css",
  "lobby.js": "src/lobby/main.ts",
  "lobby.css": "src/lobby/lobby.css",
  "waiting.js": "src/lobby/waiting.ts",
  "settings.js": "src/settings/main.ts",
  "settings.css": "src/settings/settings.css",
  "start.js": "src/start/main.ts",
  "table.js": "src/live/main.ts",
  "table.css": "src/live/table.css",
  "usage.js": "src/usage/main.ts",
  "usage_page.js": "src/usage/page.ts",
  "usage_page.css": "src/usage/page.css",
};

/** Name in dist → source, of what pages load later. */
const LATER = { chat: "src/live/chat/chat.ts", solid: "src/board/solid/index.ts", sound: "src/sound/player.ts" };

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

/** Builds what is loaded later and gives a plugin that knows where it is. */
async function buildLater(options) {
  const entryPoints = Object.entries(LATER).map(([name, source]) => ({ in: source, out: name }));
  const { metafile } = await esbuild.build({ ...common, ...options, entryPoints, entryNames: "[name]-[hash]", metafile: true });
  const built = Object.entries(metafile.outputs).filter(([, { entryPoint }]) => entryPoint);
  return laterAt((source) => `./${basename(built.find(([, { entryPoint }]) => entryPoint === source)[0])}`);
}

/** `import()` of something in LATER stays one, of the address that `addressOf` gives for its source. */
function laterAt(addressOf) {
  return {
    name: "later",
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
        if (kind !== "dynamic-import") return undefined;
        const source = relative(here, join(resolveDir, path));
        return Object.values(LATER).includes(source) ? { path: addressOf(source), external: true } : undefined;
      });
    },
  };
}

async function buildPages() {
  const options = { outdir: await emptied("../static/dist"), minify: true, sourcemap: "linked", legalComments: "none" };
  await esbuild.build({
    ...common,
    ...options,
    entryPoints: Object.entries(PAGES).map(([name, source]) => ({ in: source, out: name.replace(/\.[^.]+$/, "") })),
    plugins: [await buildLater(options)],
  });
}

async function buildDev(folder) {
  const outdir = folder === undefined ? join(here, await emptied("build/dev")) : resolve(folder);
  const options = { outdir, sourcemap: "linked" };
  await esbuild.build({
    ...common,
    ...options,
    entryPoints: ["dev/board.ts", "dev/gettext.ts", "dev/board.css"],
    plugins: [await buildLater(options)],
  });
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
    plugins: [laterAt((source) => join(here, source))],
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
