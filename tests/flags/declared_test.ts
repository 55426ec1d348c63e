/** Every flag of the specification is declared, with its default, in both dialects. */
import { apiServerFlags } from "../../apiserver/flags/mod.ts";
import { cloudControllerManagerFlags } from "../../cloud/flags.ts";
import { controllerManagerFlags } from "../../controllers/flags/mod.ts";
import { nodeAgentFlags } from "../../nodeagent/flags/mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { declaredFlags, defaultOf, type FlagGroup } from "../../toolkit/flags/mod.ts";
import { type Dialect, NAMES } from "../../toolkit/names.ts";
import { flagInDialect } from "../../toolkit/flags/flag_names.ts";

const PROCESSES: Record<string, readonly FlagGroup[]> = {
  "orch-apiserver": apiServerFlags,
  "orch-controller-manager": controllerManagerFlags,
  "cloud-controller-manager": cloudControllerManagerFlags,
  "nodeagent": nodeAgentFlags,
};

/**
 * A default as the specification's table writes it. Kinds print zero values as nothing, because
 * help says nothing of them; the table has `false`, `0` or nothing there.
 */
function written(flag: Parameters<typeof defaultOf>[0], dialect: Dialect): string {
  const printed = flag.kind.print(defaultOf(flag, NAMES[dialect]));
  const bare = printed.replace(/^\[(.*)\]$/, "$1");
  return bare.startsWith('"') ? JSON.parse(bare) : bare;
}

const zero = (text: string) => text === "false" || text === "0" ? "" : text;

const rows = (await Deno.readTextFile(
  new URL("../../toolkit/facts/flags.tsv", import.meta.url),
)).replace(/\n$/, "").split("\n").slice(1).map((line) => line.split("\t"));

Deno.test("the four processes declare every flag of flags.tsv with its default", () => {
  assert(rows.length > 450);
  for (const row of rows) {
    const [binary, spelled, value, status, kubernetesFlag, kubernetesDefault] = row as string[];
    const name = spelled!.slice(2);
    const declared = declaredFlags(PROCESSES[binary!]!).find((one) => one.name === name);
    assert(declared !== undefined, `${binary} lacks ${spelled}`);
    const where = `${binary} ${spelled}`;
    assertEquals(zero(written(declared.flag, "orch")), zero(value!), where);
    const expected = kubernetesDefault || value!;
    assertEquals(zero(written(declared.flag, "kubernetes")), zero(expected), where);
    assertEquals(flagInDialect(name, "kubernetes"), kubernetesFlag?.slice(2) || name, where);
    assertEquals(flagInDialect(flagInDialect(name, "kubernetes"), "orch"), name, where);
    if (status) assert(declared.flag.deprecated !== undefined, `${where} is ${status}`);
  }
});

Deno.test("every declared flag has a meaning that reads as one line", () => {
  for (const [binary, groups] of Object.entries(PROCESSES)) {
    for (const { name, flag } of declaredFlags(groups)) {
      assert(/^[A-Z'a-z-]/.test(flag.meaning), `${binary} --${name}`);
      assert(!/[.\n]$/.test(flag.meaning), `${binary} --${name}: ${flag.meaning}`);
    }
  }
});
