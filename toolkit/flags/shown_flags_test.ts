import { assertEquals } from "../deps/assert.ts";
import { group, works } from "./flag.ts";
import { duration } from "./duration.ts";
import { bool, flag, int, list, parseFlags, string } from "./mod.ts";
import { shownFlags } from "./shown_flags.ts";

const GROUPS = [group("All", works, {
  orchconfig: flag(string, "", "A file."),
  "is-on": flag(bool, false, "A switch."),
  "how-many": flag(int, 0, "A number."),
  "how-long": flag(duration, 0, "A time."),
  "how-soon": flag(duration, 0, "A time."),
  names: flag(list, [], "Names."),
  "store-servers": flag(list, [], "Addresses."),
})];

Deno.test("all flags are shown as they are in force, by their names in the dialect", () => {
  const { values } = parseFlags(GROUPS, ["--how-long=90s", "--names=a,b", "--is-on"]);
  assertEquals(Object.entries(shownFlags(GROUPS, values, "kubernetes")), [
    ["etcd-servers", "[]"],
    ["how-long", "1m30s"],
    ["how-many", "0"],
    ["how-soon", "0s"],
    ["is-on", "true"],
    ["kubeconfig", ""],
    ["names", "[a,b]"],
  ]);
});

Deno.test("no password in an address is shown", () => {
  const { values } = parseFlags(GROUPS, ["--store-servers=https://user:word@host:1,http://b/c@d"]);
  const { "store-servers": shown } = shownFlags(GROUPS, values, "orch");
  assertEquals(shown, "[https://…@host:1,http://b/c@d]");
});
