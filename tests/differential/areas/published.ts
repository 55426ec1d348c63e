/**
 * What operators publish: their definitions, and objects of them, as users would bring them.
 *
 * @module
 */

import type { Published } from "../published_definitions.ts";
import type { Area, Scenario } from "../scenario.ts";
import type { AnyObject, Session } from "../session.ts";
import { DEFINITIONS } from "./defined.ts";

const TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";

/** The definitions and objects of each, one after the other. */
export function published(all: readonly Published[]): Area {
  return {
    name: "published",
    *scenarios() {
      for (const one of all) yield scenarioOf(one);
    },
  };
}

function scenarioOf({ name, definitions, objects }: Published): Scenario {
  return {
    name,
    alone: true,
    async run(session) {
      const namespace = (await session.namespace()).slice("/api/v1".length);
      const made: AnyObject[] = [];
      for (const definition of definitions) {
        const answer = await define(session, definition);
        if (answer !== undefined) made.push(answer);
      }
      const places = placesOf(made, namespace);
      for (const place of new Set(places.values())) {
        await session.until(place, ({ status }) => status === 200);
      }
      for (const [index, object] of objects.entries()) {
        const place = places.get(`${object.apiVersion} ${object.kind}`);
        if (place !== undefined) await write(session, place, object, index);
      }
      for (const place of new Set(places.values())) await session.get(place, { accept: TABLE });
      await describe(session, places);
      for (const { metadata } of made) {
        const path = `${DEFINITIONS}/${metadata.name}`;
        await session.delete(path, undefined, { view: ({ kind }) => ({ kind }) });
        await session.until(path, ({ status }) => status === 404);
      }
    },
  };
}

/** Installs a definition, whose objects nobody is to be asked to convert. Undefined: it was refused. */
async function define(session: Session, definition: AnyObject): Promise<AnyObject | undefined> {
  await session.post(`${DEFINITIONS}?dryRun=All`, definition);
  const { conversion: _, ...spec } = definition.spec;
  const { status, json } = await session.post(`${DEFINITIONS}?fieldValidation=Strict`, {
    ...definition,
    spec,
  });
  if (status !== 201) return undefined;
  const path = `${DEFINITIONS}/${definition.metadata.name}`;
  await session.until(path, ({ json }) => conditionsOf(json).includes("Established True"));
  return json;
}

function conditionsOf({ status }: AnyObject): string[] {
  return (status?.conditions ?? []).map(({ type, status }: AnyObject) => `${type} ${status}`);
}

/** Where the objects of each version and kind are. */
function placesOf(made: readonly AnyObject[], namespace: string): Map<string, string> {
  const places = new Map<string, string>();
  for (const { spec: { group, names, scope, versions } } of made) {
    for (const { name, served } of versions) {
      const root = `/apis/${group}/${name}${scope === "Namespaced" ? namespace : ""}`;
      if (served) places.set(`${group}/${name} ${names.kind}`, `${root}/${names.plural}`);
    }
  }
  return places;
}

/** Creates an object, or lets the server say why not; applies it, and changes what there may be. */
async function write(session: Session, place: string, sent: AnyObject, index: number) {
  const { name, labels, annotations, finalizers } = sent.metadata ?? {};
  const metadata = { name: `${name ?? "unnamed"}.${index}`, labels, annotations, finalizers };
  const object = { ...sent, metadata };
  const { status } = await session.post(`${place}?fieldValidation=Strict`, object);
  if (status !== 201) {
    await session.post(`${place}?fieldValidation=Warn`, object);
    return;
  }
  const path = `${place}/${metadata.name}`;
  await session.patch(`${path}?fieldManager=other&force=true`, "apply", object);
  await session.patch(path, "merge", {
    spec: { unknown: 1 },
    metadata: { labels: { a: "b" }, finalizers: null },
  });
  await session.patch(`${path}/status`, "merge", {
    status: { phase: 7, conditions: [{ type: "Ready" }] },
  });
}

/** Discovery in an order of its own, and descriptions without the words. */
async function describe(session: Session, places: ReadonlyMap<string, string>): Promise<void> {
  const groupVersions = new Set([...places.keys()].map((place) => place.split(" ")[0]!));
  for (const groupVersion of groupVersions) {
    await session.get(`/apis/${groupVersion}`, {
      view: ({ resources, ...rest }) => ({
        ...rest,
        resources: resources?.toSorted((one: AnyObject, other: AnyObject) =>
          one.name < other.name ? -1 : 1
        ),
      }),
    });
    await session.get(`/openapi/v3/apis/${groupVersion}`, {
      accept: "application/json",
      view: ({ components }) => fieldsOf(components, groupVersion.split("/")[0]!),
    });
  }
}

/** The schemas of a group's own kinds below what all objects have. */
function fieldsOf(components: AnyObject, group: string): AnyObject {
  const own = Object.entries(components?.schemas ?? {}).filter(([, schema]) =>
    ((schema as AnyObject)["x-kubernetes-group-version-kind"] ?? [])
      .some((one: AnyObject) => one.group === group && !one.kind.endsWith("List"))
  );
  return Object.fromEntries(own.map(([name, schema]) => {
    const { apiVersion: _, kind: __, metadata: ___, ...properties } =
      (schema as AnyObject).properties ?? {};
    return [name, { ...(schema as AnyObject), properties }];
  }));
}
