import { assert, assertEquals } from "../deps/assert.ts";
import { DIALECTS } from "../names.ts";
import { formatApiVersion, schemaOf } from "../schema/mod.ts";
import {
  autoscalingV1,
  coreV1,
  Deployment,
  Event,
  HorizontalPodAutoscaler,
  Ingress,
  Pod,
} from "./built_in.ts";
import { dynamicKind } from "./dynamic_kind.ts";
import { groupOfKinds, groupOnServer } from "./group.ts";
import { isKind } from "./is_kind.ts";
import type { AnyKind, KubeObject } from "./kind.ts";

const WEBSITE = dynamicKind({
  group: "example.com",
  version: "v1",
  kind: "Website",
  plural: "websites",
});
const GATEWAY = dynamicKind({
  group: "gateway.networking.k8s.io",
  version: "v1",
  kind: "Gateway",
  plural: "gateways",
});

const CASES: [what: string, kind: AnyKind, object: unknown, is: boolean][] = [
  ["a pod", Pod, { apiVersion: "v1", kind: "Pod" }, true],
  ["a deployment", Deployment, { apiVersion: "apps/v1", kind: "Deployment" }, true],
  ["an ingress in one dialect", Ingress, ingress("networking.k8s.io/v1"), true],
  ["an ingress in the other", Ingress, ingress("networking.orch.io/v1"), true],
  ["an ingress of another group", Ingress, ingress("networking.example.com/v1"), false],
  ["an ingress of the group it was once in", Ingress, ingress("extensions/v1"), false],
  ["an event", Event, { apiVersion: "events.orch.io/v1", kind: "Event" }, true],
  ["the core group's event", Event, { apiVersion: "v1", kind: "Event" }, false],
  ["that for its kind", coreV1.Event, { apiVersion: "v1", kind: "Event" }, true],
  ["another version", HorizontalPodAutoscaler, autoscaler("v1"), false],
  ["its own version", autoscalingV1.HorizontalPodAutoscaler, autoscaler("v1"), true],
  ["an object of one's own", WEBSITE, { apiVersion: "example.com/v1", kind: "Website" }, true],
  ["a custom group that looks built in", GATEWAY, gateway("gateway.networking.k8s.io/v1"), true],
  ["another such group", GATEWAY, gateway("gateway.networking.orch.io/v1"), false],
  ["another kind", Pod, { apiVersion: "v1", kind: "Service" }, false],
  ["a kind in another case", Pod, { apiVersion: "v1", kind: "pod" }, false],
  ["a list", Pod, { apiVersion: "v1", kind: "PodList" }, false],
  ["an element of a list", Pod, { metadata: { name: "a" } }, false],
  ["an object without a version", Pod, { kind: "Pod" }, false],
  ["an empty version", Pod, { apiVersion: "", kind: "Pod" }, false],
  ["an empty group", Pod, { apiVersion: "/v1", kind: "Pod" }, false],
  ["two slashes", Deployment, { apiVersion: "apps/v1/v1", kind: "Deployment" }, false],
  ["a version that is no text", Pod, { apiVersion: 1, kind: "Pod" }, false],
];

function ingress(apiVersion: string) {
  return { apiVersion, kind: "Ingress" };
}
function autoscaler(version: string) {
  return { apiVersion: `autoscaling/${version}`, kind: "HorizontalPodAutoscaler" };
}
function gateway(apiVersion: string) {
  return { apiVersion, kind: "Gateway" };
}

for (const [what, kind, object, is] of CASES) {
  Deno.test(`isKind() is ${is} when it is given ${what}`, () => {
    assertEquals(isKind(kind, object as KubeObject), is);
  });
}

Deno.test("isKind() is true for each built-in resource when either dialect names it", () => {
  for (const dialect of DIALECTS) {
    for (const { group, version, kind, resource } of schemaOf(dialect).resources) {
      const own = dynamicKind({ group, version, kind, plural: resource });
      for (const other of DIALECTS) {
        const apiVersion = formatApiVersion(groupOnServer(own.group, other), version);
        assert(isKind(own, { apiVersion, kind }), `${apiVersion} ${kind}`);
      }
      assertEquals(groupOnServer(own.group, dialect), group);
      assertEquals(groupOfKinds(group), own.group);
    }
  }
});
