/**
 * The checkout as a program of the TypeScript compiler, resolved as Deno resolves it: relative
 * paths with their endings, `npm:` packages from Deno's cache, the runtime's own types.
 *
 * @module
 */

import ts from "../../toolkit/deps/typescript.ts";
import { deno } from "./checkout.ts";

/** Opens the files at the absolute `paths`, and all that they import. */
export async function openProgram(paths: readonly string[]): Promise<ts.Program> {
  const [runtime, cache] = await Promise.all([runtimeTypes(), npmCache()]);
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.esnext.d.ts"],
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const libraries = `${packageFolder(cache, "typescript") ?? ""}/lib`;
  host.getDefaultLibLocation = () => libraries;
  host.getDefaultLibFileName = () => `${libraries}/lib.esnext.d.ts`;
  const runtimePath = "/deno.d.ts";
  const { getSourceFile, fileExists } = host;
  host.getSourceFile = (path, language) =>
    path === runtimePath
      ? ts.createSourceFile(path, runtime, language)
      : getSourceFile.call(host, path, language);
  host.fileExists = (path) => path === runtimePath || fileExists.call(host, path);
  host.resolveModuleNameLiterals = (literals, from) =>
    literals.map(({ text }) => ({ resolvedModule: resolve(text, from, cache, options, host) }));
  return ts.createProgram([...paths, runtimePath], options, host);
}

async function runtimeTypes(): Promise<string> {
  const { output } = await deno(["types"]);
  return output;
}

/** Types of the `node:` modules, which Deno carries inside of itself for its own checker only. */
const NODE_TYPES = "npm:@types/node@24.10.1";

/** The folder of Deno's cache with a folder a package. */
async function npmCache(): Promise<string> {
  await deno(["cache", "--quiet", "--no-lock", NODE_TYPES]);
  const { output } = await deno(["info", "--json"]);
  const { npmCache } = JSON.parse(output) as { npmCache: string };
  for await (const registry of Deno.readDir(npmCache)) {
    if (registry.isDirectory) return `${npmCache}/${registry.name}`;
  }
  return npmCache;
}

function resolve(
  specifier: string,
  from: string,
  cache: string,
  options: ts.CompilerOptions,
  host: ts.CompilerHost,
): ts.ResolvedModuleFull | undefined {
  if (specifier.startsWith(".")) {
    return ts.resolveModuleName(specifier, from, options, host).resolvedModule;
  }
  const match = /^(?:npm:)?((?:@[^/]+\/)?[^/@]+)(?:@([^/]+))?(\/.*)?$/.exec(specifier);
  const node = specifier.startsWith("node:");
  const name = node ? "@types/node" : match?.[1];
  if (name === undefined) return undefined;
  const folder = packageFolder(cache, name, match?.[2]) ??
    packageFolder(cache, `@types/${name.replace(/^@/, "").replace("/", "__")}`);
  if (folder === undefined) return undefined;
  const inside = node ? `/${specifier.slice(5)}.d.ts` : match?.[3] ?? "";
  // A folder named like the package, as the compiler expects one in node_modules.
  const types = inside.endsWith(".d.ts") ? folder + inside : typesOf(folder, inside);
  if (types === undefined || !host.fileExists(types)) return undefined;
  return { resolvedFileName: types, extension: ts.Extension.Dts, isExternalLibraryImport: true };
}

/** The newest version of a package in the cache, or the one that is named. */
function packageFolder(cache: string, name: string, version?: string): string | undefined {
  try {
    const versions = [...Deno.readDirSync(`${cache}/${name}`)].filter((one) => one.isDirectory)
      .map((one) => one.name).sort();
    const chosen = versions.find((one) => one === version) ?? versions.at(-1);
    return chosen === undefined ? undefined : `${cache}/${name}/${chosen}`;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

interface Manifest {
  readonly types?: string;
  readonly typings?: string;
  readonly main?: string;
  readonly exports?: unknown;
}

/** The declaration file of a package's entry `inside` (empty: the package itself). */
function typesOf(folder: string, inside: string): string | undefined {
  const manifest = JSON.parse(Deno.readTextFileSync(`${folder}/package.json`)) as Manifest;
  const exported = typesIn(
    (manifest.exports as Record<string, unknown> | undefined)?.[`.${inside}`],
  );
  const candidates = [
    exported,
    ...(inside === ""
      ? [
        manifest.types,
        manifest.typings,
        manifest.main?.replace(/\.[cm]?js$/, ".d.ts"),
        "index.d.ts",
      ]
      : [`${inside.slice(1).replace(/\.js$/, "")}.d.ts`, `${inside.slice(1)}/index.d.ts`]),
  ];
  for (const candidate of candidates) {
    if (candidate === undefined) continue;
    const path = `${folder}/${candidate.replace(/^\.\//, "")}`;
    try {
      if (Deno.statSync(path).isFile) return path;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  return undefined;
}

/** The first `types` condition in a manifest's export, however deep. */
function typesIn(entry: unknown): string | undefined {
  if (typeof entry === "string") return /\.d\.[cm]?ts$/.test(entry) ? entry : undefined;
  if (typeof entry !== "object" || entry === null) return undefined;
  for (const [condition, value] of Object.entries(entry)) {
    if (
      condition === "types" || condition === "import" || condition === "default" ||
      condition === "node" || condition === "require"
    ) {
      const found = typesIn(value);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
