/**
 * The paths at which a server tells of itself, beside its objects.
 *
 * @module
 */

import type { Dialect } from "../../toolkit/names.ts";
import { schemaOf } from "../../toolkit/schema/mod.ts";
import type { Definitions } from "./definitions.ts";
import type { DescribedGroupVersion, OpenApiSchema } from "./described.ts";
import { capitalized, inPackage, tagOf } from "./names.ts";
import { mediaTypes } from "./operations.ts";
import { discoveryPath, type Path } from "./path.ts";

const JSON_ONLY = ["application/json"];

/** What is said of such a path. */
type Told = Omit<Parameters<typeof discoveryPath>[0], "path">;

/** The paths, each by that of its document of version 3, without the first slash. */
export function serverPaths(
  dialect: Dialect,
  groupVersions: readonly DescribedGroupVersion[],
): Map<string, Path> {
  const paths = new Map<string, Path>();
  const add = (name: string, about: Told) =>
    paths.set(name, discoveryPath({ ...about, path: `/${name}/` }));
  const types = mediaTypes(dialect);
  const addGroups = (
    name: string,
    about: Omit<Told, "answer" | "consumes" | "produces">,
    answer: string,
  ) =>
    add(name, {
      ...about,
      answer: schemaOf(dialect).struct("meta/v1", answer),
      consumes: types,
      produces: types,
    });
  addGroups("api", {
    id: "getCoreAPIVersions",
    tag: "core",
    description: "Tells of the versions of the core group.",
  }, "APIVersions");
  addGroups("apis", {
    id: "getAPIVersions",
    tag: "apis",
    description: "Tells of the groups and their versions.",
  }, "APIGroupList");
  for (const groupVersion of groupVersions) {
    const { group } = groupVersion;
    if (group === "" || !hasBuiltin(groupVersion)) continue;
    const tag = tagOf(group, "", dialect);
    addGroups(`apis/${group}`, {
      id: `get${capitalized(tag)}APIGroup`,
      tag,
      description: "Tells of the versions of this group.",
    }, "APIGroup");
  }
  add("version", {
    id: "getCodeVersion",
    tag: "version",
    description: "Tells of the version of the server.",
    answer: versionName(dialect),
    consumes: JSON_ONLY,
    produces: JSON_ONLY,
  });
  add(".well-known/openid-configuration", {
    id: "getServiceAccountIssuerOpenIDConfiguration",
    tag: "WellKnown",
    description: "Tells of the issuer of service accounts' tokens, as OpenID Connect has it.",
    answer: undefined,
    consumes: [],
    produces: JSON_ONLY,
  });
  add("openid/v1/jwks", {
    id: "getServiceAccountIssuerOpenIDKeyset",
    tag: "openid",
    description: "Tells of the public keys of that issuer.",
    answer: undefined,
    consumes: [],
    produces: ["application/jwk-set+json"],
  });
  return paths;
}

/** Whether discovery of a group version is described: as with the reference, not where all is custom. */
export function hasBuiltin({ resources }: DescribedGroupVersion): boolean {
  return resources.some(({ type }) => type !== undefined);
}

/** What a version is told by, and whether it is always told. */
const VERSION_FIELDS: Readonly<Record<string, readonly [description: string, isTold: boolean]>> = {
  major: ["The major version of the API.", true],
  minor: ["The minor version of the API.", true],
  emulationMajor: ["The major version of the API that is emulated.", false],
  emulationMinor: ["The minor version of the API that is emulated.", false],
  minCompatibilityMajor: ["The major version of the oldest API that fits.", false],
  minCompatibilityMinor: ["The minor version of the oldest API that fits.", false],
  gitVersion: ["The version of the server.", true],
  gitCommit: ["The commit that the server is of.", true],
  gitTreeState: ["Whether the server is of that commit and nothing else.", true],
  buildDate: ["When the server was made.", true],
  goVersion: ["The language's version.", true],
  compiler: ["What runs the server.", true],
  platform: ["The system and the processor.", true],
};

/** Defines what no type of the API stands for. */
export function defineServerTypes(definitions: Definitions): void {
  definitions.define(versionName(definitions.dialect), () => {
    const fields = Object.entries(VERSION_FIELDS);
    return {
      description: "Which release a server is of, and what it runs on.",
      type: "object",
      required: fields.filter(([, [, isTold]]) => isTold).map(([name]) => name),
      properties: Object.fromEntries(fields.map(([name, [description, isTold]]) => {
        const shown: OpenApiSchema = { description, type: "string" };
        return [name, isTold && definitions.version === 3 ? { ...shown, default: "" } : shown];
      })),
    };
  });
}

function versionName(dialect: Dialect): string {
  return inPackage("apimachinery.pkg.version", "Info", dialect);
}
