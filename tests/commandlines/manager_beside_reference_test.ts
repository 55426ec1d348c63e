/** Command lines of the controller manager: ours starts with those that the options of the reference's take. */

import { controllerManagerFlags } from "../../controllers/flags/mod.ts";
import { Random } from "../../testing/random_objects.ts";
import { compare, type Compared, flagsOfBoth, seed, SEED_VARIABLE } from "./comparison.ts";
import { reasonForManager } from "./known_of_manager.ts";
import { managerRefusal } from "./manager_refusal.ts";
import { COMMAND_LINE_ORACLE } from "./oracle.ts";
import { randomLines, singleFlags, SYNTAX } from "./random_lines.ts";

const RANDOM_LINES = 3000;

/** The flags of one of these are judged together. */
const TOGETHER: readonly RegExp[] = [
  /^(leader-elect|enable-leader-migration)/,
  /^cluster-signing-/,
  /^(cluster-cidr|service-cluster|node-cidr|allocate-node|cidr-allocator|cloud-provider)/,
  /^(requestheader-|client-ca|authentication-|authorization-)/,
  /^(controllers|concurrent-|mirroring-|max-endpoints)/,
  /^(tls-|secure-port|bind-address|cert-dir|http2)/,
];

const NAME = "command lines of the controller manager are judged as by the reference";

await COMMAND_LINE_ORACLE.test(NAME, async (context) => {
  const manager: Compared = {
    program: "kube-controller-manager",
    groups: controllerManagerFlags,
    refusal: managerRefusal,
    reason: reasonForManager,
  };
  const flags = await flagsOfBoth(manager);
  const random = randomLines(flags, TOGETHER, new Random(seed()));
  const steps: Readonly<Record<string, () => Iterable<readonly string[]>>> = {
    "lines as such": () => SYNTAX,
    "single flags": () => singleFlags(flags),
    [`flags together, of ${SEED_VARIABLE}=${seed()}`]: () =>
      Array.from({ length: RANDOM_LINES }, random),
  };
  for (const [name, lines] of Object.entries(steps)) {
    await context.step(name, async () => await compare(Array.from(lines()), manager));
  }
});
