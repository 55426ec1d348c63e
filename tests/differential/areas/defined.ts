/**
 * Scenarios of what a definition of their own defines.
 *
 * @module
 */

import type { Scenario } from "../scenario.ts";
import type { AnyObject, Session } from "../session.ts";

export const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

export const STRING = { type: "string" };
export const INTEGER = { type: "integer" };

/** A definition; `version` and `more` say what is not plain about it. */
export function definition(
  plural: string,
  properties: AnyObject,
  { version = {}, more = {} }: { version?: AnyObject; more?: AnyObject } = {},
): AnyObject {
  const kind = plural[0]!.toUpperCase() + plural.slice(1, -1);
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.differential.example.com` },
    spec: {
      group: "differential.example.com",
      scope: "Namespaced",
      names: {
        plural,
        singular: plural.slice(0, -1),
        kind,
        shortNames: [plural.slice(0, 3)],
        categories: ["some"],
      },
      versions: [{
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", properties } },
        ...version,
      }],
      ...more,
    },
  };
}

/** Makes a definition, waits until it is served, runs the rest, and takes it away. */
export function defined(
  name: string,
  of: AnyObject,
  run: (
    session: Session,
    objects: string,
    kind: { apiVersion: string; kind: string },
  ) => Promise<void>,
): Scenario {
  return {
    name,
    alone: true,
    async run(session) {
      const { name: path } = of.metadata;
      const { group, names, versions } = of.spec;
      await session.post(`${DEFINITIONS}?dryRun=All`, of);
      await session.post(DEFINITIONS, of);
      await session.until(
        `${DEFINITIONS}/${path}`,
        ({ json }) =>
          (json.status?.conditions ?? []).some(({ type, status }: AnyObject) =>
            type === "Established" && status === "True"
          ),
      );
      await session.get(`${DEFINITIONS}/${path}`);
      const version = versions[0].name;
      const namespace = (await session.namespace()).slice("/api/v1".length);
      const objects = `/apis/${group}/${version}${namespace}/${names.plural}`;
      await session.until(objects, ({ status }) => status === 200);
      // The server that was asked first may be ahead of its own discovery.
      await session.until(
        `/apis/${group}/${version}`,
        ({ json }) => (json.resources ?? []).some(({ name }: AnyObject) => name === names.plural),
      );
      await session.get(`/apis/${group}/${version}`);
      await run(session, objects, { apiVersion: `${group}/${version}`, kind: names.kind });
      await session.delete(objects);
      await session.delete(`${DEFINITIONS}/${path}`);
      await session.until(`${DEFINITIONS}/${path}`, ({ status }) => status === 404);
      await session.get(objects);
    },
  };
}
