import { assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import { type MigrationOptions, readMigration } from "./migration.ts";

const OPTIONS: MigrationOptions = {
  dialect: "kubernetes",
  component: "kube-controller-manager",
  names: new Map([["namespace-controller", "namespace-controller"], [
    "namespace",
    "namespace-controller",
  ]]),
};

const head = (version: string, group = "controllermanager.config.k8s.io") =>
  `apiVersion: ${group}/${version}\nkind: LeaderMigrationConfiguration\n`;

Deno.test("readMigration() says which controllers wait for the second lock", () => {
  const leaders = (component: string) =>
    `leaderName: moving\ncontrollerLeaders:\n- {name: namespace, component: ${component}}\n`;
  const cases: [text: string | undefined, leaderName: string, places: Record<string, string>][] = [
    [undefined, "cloud-provider-extraction-migration", {
      "node-route-controller": "migrated",
      "service-lb-controller": "migrated",
      "namespace-controller": "main",
    }],
    [head("v1") + leaders("kube-controller-manager"), "moving", {
      "namespace-controller": "migrated",
      "replicaset-controller": "main",
    }],
    [head("v1alpha1") + leaders('"*"'), "moving", { "namespace-controller": "migrated" }],
    [head("v1") + leaders("cloud-controller-manager"), "moving", {
      "namespace-controller": "elsewhere",
    }],
    [
      head("v1", "controllermanager.config.orch.io") + "leaderName: a\ncontrollerLeaders: []\n",
      "a",
      { "namespace-controller": "main" },
    ],
  ];
  for (const [text, leaderName, places] of cases) {
    const migration = readMigration(text, OPTIONS);
    assertEquals(migration.leaderName, leaderName);
    for (const [name, place] of Object.entries(places)) {
      assertEquals(migration.placeOf(name), place, `${text} ${name}`);
    }
  }
});

Deno.test("readMigration() refuses what it can't read", () => {
  const cases: [text: string, error: RegExp][] = [
    ["", /one object/],
    ["[]", /one object/],
    [head("v2"), /must hold kind "LeaderMigrationConfiguration"/],
    [head("v1") + "leaderName: a\nleaderNames: b\n", /strict decoding error.*leaderNames/],
    [head("v1") + "controllerLeaders: []\n", /leaderName must be set/],
    [
      head("v1") + "leaderName: a\ncontrollerLeaders: [{name: x}]\n",
      /controllerLeaders\[0\].component/,
    ],
    [head("v1") + "leaderName: 7\n", /leaderName/],
  ];
  for (const [text, error] of cases) assertThrows(() => readMigration(text, OPTIONS), error);
});
