/** Random objects of every kind, made and changed: what the reference's strategies make of them, ours do. */

import { deterministicRandom } from "../../testing/api_server.ts";
import { GoOracle } from "../../testing/go_oracle.ts";
import type { KindTables } from "../../testing/kind_tables.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { equalJson } from "../../toolkit/values/json.ts";
import { declaredTables } from "../differential/kinds.ts";
import { type Chain, Chains } from "./chains.ts";
import { type Theirs, whyKnown } from "./known.ts";
import { comparable } from "./outcome.ts";
import { Strategies } from "./strategies.ts";
import { Words } from "./words.ts";

const NAME = "what becomes of objects is what the reference makes of them";
const ORACLE = new GoOracle(new URL("oracle/", import.meta.url));

/** Names one that objects are made of. */
const SEED_VARIABLE = "ORCH_STRATEGIES_SEED";
/** How many objects of each kind are made, and then changed. */
const OBJECTS = 1000;
/** Those that people write by hand every day. */
const MUCH_USED =
  /^(pods|deployments|statefulsets|daemonsets|jobs|cronjobs|services|ingresses|customresourcedefinitions)$/;
const OBJECTS_OF_MUCH_USED = 4000;
/** The least part of all writes that has to be taken, and that has to be refused. */
const LEAST_PART = 0.02;
/** What is shown of those that differ. */
const SHOWN = 5;

await ORACLE.test(NAME, async (context) => {
  const seed = Number(Deno.env.get(SEED_VARIABLE) ?? 1);
  const tables = await declaredTables();
  const words = Words.of(tables);
  await using strategies = await Strategies.open();
  for (const [name, ofKind] of byKind(tables)) {
    await context.step(`${name}, of ${SEED_VARIABLE}=${seed}`, async () => {
      const { group, version = "v1", resource } = ofKind[0]!;
      const served = strategies.find(group, version, resource);
      const random = deterministicRandom(seed);
      const chains = new Chains(random, { strategies, resource: served, tables: ofKind, words });
      await compare(chains, MUCH_USED.test(resource) ? OBJECTS_OF_MUCH_USED : OBJECTS);
    });
  }
});

/** The tables of all kinds that are served by default, with the features that are on by default. */
function byKind(tables: readonly KindTables[]): Map<string, KindTables[]> {
  const found = new Map<string, KindTables[]>();
  for (const table of tables) {
    const { group, version = "v1", resource, dialect = "kubernetes", features } = table;
    if (dialect !== "kubernetes" || features !== undefined) continue;
    if (!Strategies.serves(group, version, resource)) continue;
    const name = `${group}/${version} ${resource}`;
    found.set(name, [...found.get(name) ?? [], table]);
  }
  return found;
}

async function compare(chains: Chains, count: number): Promise<void> {
  const all: Chain[] = [];
  while (all.length < count) all.push(await chains.next());
  const theirs = await ORACLE.answers<Theirs[]>(all.map(({ ours: _, ...asked }) => asked));
  const different: unknown[] = [];
  let [writes, taken] = [0, 0];
  for (const [index, { resource, writes: written, ours }] of all.entries()) {
    for (const [place, own] of ours.entries()) {
      writes++;
      if (own.taken) taken++;
      const other = theirs[index]![place]!;
      if (equalJson(comparable(own), comparable(other))) continue;
      const isOlder = written[0]?.unchecked === true;
      if (whyKnown({ resource, isOlder, ours: own, theirs: other }) !== undefined) {
        // What is written next is about what one of both has.
        if (own.taken || other.taken) break;
        continue;
      }
      different.push({ ...written[place], ours: comparable(own), theirs: comparable(other) });
      break;
    }
  }
  assertEquals(different.slice(0, SHOWN), [], `${different.length} differ`);
  // Objects that nobody takes, or everybody, would show nothing.
  assert(taken > LEAST_PART * writes && taken < (1 - LEAST_PART) * writes, `${taken} of ${writes}`);
}
