/**
 * The reference's own pods of each level and version: some keep to it, each other breaks one rule.
 *
 * @module
 */

import { decodeYaml } from "../../../toolkit/codec/mod.ts";
import type { Area } from "../scenario.ts";
import type { AnyObject } from "../session.ts";

/** Pods of a level at a version. */
export interface Fixtures {
  readonly level: string;
  readonly version: string;
  readonly pods: readonly AnyObject[];
}

/** Reads them from the folder of the reference's module that holds its tests' data. */
export async function readFixtures(folder: string): Promise<Fixtures[]> {
  const found: Fixtures[] = [];
  for (const level of ["baseline", "restricted"]) {
    for (const version of await namesIn(`${folder}/${level}`)) {
      const pods: AnyObject[] = [];
      for (const outcome of ["pass", "fail"]) {
        const place = `${folder}/${level}/${version}/${outcome}`;
        for (const file of await namesIn(place)) {
          const [pod] = decodeYaml(await Deno.readTextFile(`${place}/${file}`)) as AnyObject[];
          pods.push({ ...pod, metadata: { ...pod.metadata, name: `${outcome}-${named(file)}` } });
        }
      }
      found.push({ level, version, pods });
    }
  }
  return found;
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(folder));
  return entries.map(({ name }) => name).sort();
}

function named(file: string): string {
  return file.replace(/\.yaml$/, "").replaceAll("_", "-");
}

const PREFIX = "pod-security.kubernetes.io/";

/** Each pod as a dry run in a namespace of its level, and in one that only warns of it. */
export function podSecurityFixtures(all: readonly Fixtures[]): Area {
  return {
    name: "pods of the reference",
    *scenarios() {
      for (const { level, version, pods } of all) {
        for (const mode of ["enforce", "warn"]) {
          yield {
            name: `${level} ${version} ${mode}`,
            async run(session) {
              const name = `ps-${session.id}`;
              const labels = {
                [`${PREFIX}${mode}`]: level,
                [`${PREFIX}${mode}-version`]: version,
              };
              await session.post("/api/v1/namespaces", { metadata: { name, labels } });
              for (const pod of pods) {
                // What is filled in is for the tests of kinds.
                const view = ({ spec: _, ...answer }: AnyObject) => answer;
                await session.post(`/api/v1/namespaces/${name}/pods?dryRun=All`, pod, { view });
              }
            },
          };
        }
      }
    },
  };
}
