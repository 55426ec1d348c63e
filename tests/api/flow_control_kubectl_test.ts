/** What kubectl shows of flow control. */
import { createPriorityAndFairness } from "../../apiserver/flowcontrol/create.ts";
import { testWith } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { answered } from "./flow_control.ts";
import { withKubectl } from "./with_kubectl.ts";

const SETTINGS = { seats: 600, requestTimeoutMs: 60_000 };

testWith(["kubectl"], "kubectl shows and changes flow schemas and priority levels", async () => {
  await withKubectl("kubernetes", async (kubectl) => {
    const rows = await answered("each schema says that its level is there", async () => {
      const lines = (await kubectl.ok("get flowschemas --no-headers")).trim().split("\n")
        .map((line) => line.split(/ {2,}/));
      return lines.every((row) => row[5] === "False") ? lines : undefined;
    });
    assertEquals(
      rows.map((row) => row.slice(0, 4).join(" ")),
      [
        "exempt exempt 1 <none>",
        "probes exempt 2 <none>",
        "system-leader-election leader-election 100 ByUser",
        "system-node-high node-high 400 ByUser",
        "system-nodes system 500 ByUser",
        "kube-controller-manager workload-high 800 ByNamespace",
        "kube-scheduler workload-high 800 ByNamespace",
        "kube-system-service-accounts workload-high 900 ByNamespace",
        "service-accounts workload-low 9000 ByUser",
        "global-default global-default 9900 ByUser",
        "catch-all catch-all 10000 ByUser",
      ].sort(),
    );
    const levels = await kubectl.ok("get prioritylevelconfigurations --no-headers");
    assert(/^workload-low +Limited +100 +128 +6 +50 /m.test(levels), levels);
    const tables = await kubectl.ok(
      "get --raw /debug/api_priority_and_fairness/dump_priority_levels",
    );
    assert(tables.includes("\nglobal-default, "), tables);
    await kubectl.ok("delete flowschema global-default");
    await kubectl.ok("delete flowschema exempt");
    await kubectl.ok("get pods");
  }, { flowControl: (context) => createPriorityAndFairness(context, SETTINGS) });
});
