/**
 * Where imports may point.
 *
 * @module
 */

import ts from "../../../toolkit/deps/typescript.ts";
import { type CodeFile, isTest, place, type Rule, walk } from "./rule.ts";

/** The folders whose code each folder may import besides its own; tests may import any. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  toolkit: [],
  apiserver: ["toolkit"],
  controllers: ["toolkit"],
  nodeagent: ["toolkit"],
  cloud: ["toolkit"],
  metricsserver: ["toolkit"],
  testing: ["toolkit", "apiserver", "controllers", "nodeagent", "cloud", "metricsserver"],
  docs: ["toolkit", "apiserver", "controllers", "nodeagent", "cloud", "metricsserver"],
  tests: [
    "toolkit",
    "apiserver",
    "controllers",
    "nodeagent",
    "cloud",
    "metricsserver",
    "testing",
    "docs",
    "",
  ],
  // The stand-ins that tests talk to, benchmarks talk to as well.
  bench: [
    "toolkit",
    "apiserver",
    "controllers",
    "nodeagent",
    "cloud",
    "metricsserver",
    "testing",
    "tests",
  ],
  examples: [""],
};

/** What each entry point at the top may import; what it loads late, when that is run, is free. */
const ENTRY_POINTS: Readonly<Record<string, readonly string[]>> = {
  "mod.ts": ["toolkit"],
  "codec.ts": ["toolkit"],
  "certificates.ts": ["toolkit"],
  "cli.ts": ["toolkit"],
  "server.ts": ["toolkit", "apiserver"],
  "testing.ts": ["testing"],
};

interface Import {
  readonly node: ts.Node;
  readonly specifier: string;
  /** Loaded only when the line runs. */
  readonly dynamic: boolean;
  /** Gone when the types are. */
  readonly typeOnly: boolean;
}

/** Every import, re-export and dynamic import of a file. */
export function importsOf(file: CodeFile): Import[] {
  const found: Import[] = [];
  walk(file, (node) => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const bindings = node.importClause?.namedBindings;
      const eachType = bindings !== undefined && ts.isNamedImports(bindings) &&
        bindings.elements.length > 0 && bindings.elements.every((one) => one.isTypeOnly) &&
        node.importClause?.name === undefined;
      const typeOnly = node.importClause?.isTypeOnly === true || eachType;
      found.push({ node, specifier: node.moduleSpecifier.text, dynamic: false, typeOnly });
    } else if (
      ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      found.push({
        node,
        specifier: node.moduleSpecifier.text,
        dynamic: false,
        typeOnly: node.isTypeOnly,
      });
    } else if (
      ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword &&
      node.arguments[0] !== undefined && ts.isStringLiteral(node.arguments[0])
    ) {
      found.push({ node, specifier: node.arguments[0].text, dynamic: true, typeOnly: false });
    }
  });
  return found;
}

/** The path that a relative specifier in `from` names. */
export function resolve(from: string, specifier: string): string {
  return new URL(specifier, `file:///${from}`).pathname.slice(1);
}

function folderOf(path: string): string {
  const at = path.indexOf("/");
  return at < 0 ? "" : path.slice(0, at);
}

/** Folders import only what lies below them. */
export const importDirection: Rule = (files) =>
  files.flatMap((file) =>
    isTest(file.path) && file.path.endsWith("_test.ts") ? [] : importsOf(file)
      // The command's table in cli.ts, and the test environment, load code of all folders late.
      .filter(({ specifier, dynamic }) => specifier.startsWith(".") && !dynamic)
      .flatMap(({ node, specifier }) => {
        const from = folderOf(file.path);
        const to = folderOf(resolve(file.path, specifier));
        if (from !== "" && from === to || mayImport(file.path, from).includes(to)) return [];
        return [`${place(file, node)}: ${from || file.path} must not import ${to || specifier}`];
      })
  );

function mayImport(path: string, folder: string): readonly string[] {
  // Who makes a scheduler of their own has no entry point at the top.
  if (path.startsWith("examples/scheduler/")) return ["controllers"];
  return (folder === "" ? ENTRY_POINTS[path] : MAY_IMPORT[folder]) ?? [];
}

/** No file needs, by way of others, itself. */
export const importCycles: Rule = (files) => {
  const graph = new Map(files.map((file) => [
    file.path,
    importsOf(file).filter(({ specifier, dynamic, typeOnly }) =>
      specifier.startsWith(".") && !dynamic && !typeOnly
    ).map(({ specifier }) => resolve(file.path, specifier)),
  ]));
  const problems: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) {
      problems.push(
        `${path}: imports itself by way of ${trail.slice(at + 1).join(" -> ") || path}`,
      );
      return;
    }
    if (done.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return problems;
};

/** An outside package is imported by one file, toolkit/deps/NAME.ts; remote importers have no map. */
export const outsideImports: Rule = (files) => {
  const owners = new Map<string, string>();
  return files.flatMap((file) =>
    importsOf(file).flatMap(({ node, specifier }) => {
      if (/^(\.|node:|data:)/.test(specifier)) return [];
      const where = place(file, node);
      if (!/^toolkit\/deps\/[a-z0-9_]+\.ts$/.test(file.path)) {
        return [`${where}: ${specifier} belongs in a file of toolkit/deps/`];
      }
      const pinned = /^npm:(@[^/]+\/)?[^/@]+@\d+\.\d+\.\d+(\/.*)?$/.test(specifier);
      if (!pinned) return [`${where}: ${specifier} is not pinned as npm:NAME@1.2.3`];
      const owner = owners.get(specifier);
      owners.set(specifier, file.path);
      return owner === undefined || owner === file.path
        ? []
        : [`${where}: ${specifier} is already imported by ${owner}`];
    })
  );
};
