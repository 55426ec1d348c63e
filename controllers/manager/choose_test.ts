import { assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import { DIALECTS, NAMES } from "../../toolkit/names.ts";
import { CONTROLLERS } from "../controllers.ts";
import { chooseControllers } from "./choose.ts";

const THERE = [
  { name: "namespace-controller", aliases: ["namespace"] },
  { name: "replicaset-controller", aliases: ["replicaset"] },
  { name: "rare-controller", isOptional: true },
];
const [NAMESPACE, REPLICAS, RARE] = THERE.map(({ name }) => name);

Deno.test("chooseControllers() goes by names, shorter ones, and the first that names one", () => {
  const cases: [list: string[], chosen: (string | undefined)[], notices?: RegExp[]][] = [
    [[], []],
    [["*"], [NAMESPACE, REPLICAS]],
    [["*", "rare-controller"], [NAMESPACE, REPLICAS, RARE]],
    [["*", "-namespace"], [REPLICAS]],
    [["-namespace-controller", "*"], [REPLICAS]],
    [["namespace"], [NAMESPACE]],
    [["namespace", "-namespace-controller"], [NAMESPACE]],
    [["-namespace-controller", "namespace"], []],
    [["-namespace"], []],
    [["*", "-attachdetach"], [NAMESPACE, REPLICAS]],
    [["attachdetach"], [], [/^persistentvolume-attach-detach-controller is not built yet/]],
  ];
  for (const [list, chosen, notices = []] of cases) {
    const choice = chooseControllers(list, THERE);
    assertEquals(choice.chosen.map(({ name }) => name), chosen, list.join());
    assertEquals(choice.notices.length, notices.length, choice.notices.join());
    notices.forEach((text, at) => assertEquals(text.test(choice.notices[at]!), true));
  }
});

Deno.test("chooseControllers() throws for what nobody knows, with all that is known", () => {
  for (
    const unknown of ["replicasets", "-x", "-*", "", "-", "Namespace", "namespace ", "__proto__"]
  ) {
    assertThrows(
      () => chooseControllers(["*", unknown], THERE),
      /^--controllers: ".*" is not in the list of known controllers: .*namespace-controller, .*replicaset-controller/,
    );
  }
});

Deno.test("chooseControllers() knows those that run only behind a feature gate", () => {
  for (
    const gated of [
      "podcertificaterequest-cleaner-controller",
      "podgroup-protection-controller",
      "resourcepoolstatusrequest-controller",
      ...DIALECTS.map((dialect) =>
        `${NAMES[dialect].processApiServer}-serving-clustertrustbundle-publisher-controller`
      ),
    ]
  ) {
    const { chosen } = chooseControllers(["*", `-${gated}`], THERE);
    assertEquals(chosen.map(({ name }) => name), [NAMESPACE, REPLICAS], gated);
  }
});

Deno.test("no two controllers share a name", () => {
  const names = CONTROLLERS.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  assertEquals(names.length, new Set(names).size);
  const usual = CONTROLLERS.filter(({ isOptional = false }) => !isOptional);
  assertEquals(chooseControllers(["*"], CONTROLLERS).chosen, usual);
});
