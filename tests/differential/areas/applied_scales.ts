/**
 * Scales of objects of whose replicas nobody said anything: a part of the area of patches.
 *
 * @module
 */

import type { Scenario } from "../scenario.ts";
import type { AnyObject, Session } from "../session.ts";

const KIND = { apiVersion: "apps/v1", kind: "Deployment" };
const SPEC = {
  selector: { matchLabels: { app: "x" } },
  template: {
    metadata: { labels: { app: "x" } },
    spec: { containers: [{ name: "a", image: "x" }] },
  },
};
const SCALE = { apiVersion: "autoscaling/v1", kind: "Scale" };

/** How an object comes to be, and with it who owns the replicas that it has by default. */
const MAKERS: Record<string, (session: Session, objects: string, name: string) => Promise<void>> = {
  async made(session, objects, name) {
    await session.post(`${objects}?fieldManager=one`, { ...KIND, metadata: { name }, spec: SPEC });
  },
  async applied(session, objects, name) {
    const object = { ...KIND, metadata: { name }, spec: SPEC };
    await session.patch(`${objects}/${name}?fieldManager=one`, "apply", object);
  },
  async forgotten(session, objects, name) {
    await session.post(`${objects}?fieldManager=one`, { ...KIND, metadata: { name }, spec: SPEC });
    await session.patch(`${objects}/${name}`, "merge", { metadata: { managedFields: [{}] } });
  },
};

/** Applies of a number of replicas, or of none, by a manager. */
const APPLIES: readonly [manager: string, replicas: number | undefined, force: boolean][] = [
  ["two", undefined, false],
  ["two", 1, false],
  ["two", 3, false],
  ["two", 3, true],
  ["three", 1, false],
  ["two", 0, true],
  ["four", 0, false],
  ["four", 2, true],
  ["four", undefined, false],
];

async function apply(
  session: Session,
  path: string,
  [manager, replicas, force]: typeof APPLIES[0],
) {
  const name = path.split("/").at(-1);
  const scale: AnyObject = { ...SCALE, metadata: { name } };
  if (replicas !== undefined) scale.spec = { replicas };
  const parameters = `fieldManager=${manager}${force ? "&force=true" : ""}`;
  await session.patch(`${path}/scale?${parameters}`, "apply", scale);
  await session.get(path);
}

export const scalesOfNobody: Scenario = {
  name: "scales that nobody set",
  async run(session) {
    const namespace = (await session.namespace()).split("/").at(-1);
    const objects = `/apis/apps/v1/namespaces/${namespace}/deployments`;
    for (const [how, make] of Object.entries(MAKERS)) {
      for (const first of [0, 1, 2, 3]) {
        const name = `${how}-${first}`;
        await make(session, objects, name);
        for (const step of APPLIES.slice(first)) await apply(session, `${objects}/${name}`, step);
      }
      const merged = `${objects}/${how}-merged`, replaced = `${objects}/${how}-replaced`;
      await make(session, objects, `${how}-merged`);
      await make(session, objects, `${how}-replaced`);
      for (const replicas of [1, 4, 0, 2]) {
        await session.patch(`${merged}/scale?fieldManager=s`, "merge", { spec: { replicas } });
        await session.get(merged);
        await session.put(`${replaced}/scale?fieldManager=s`, {
          ...SCALE,
          metadata: { name: `${how}-replaced` },
          spec: { replicas },
        });
        await session.get(replaced);
      }
    }
  },
};
