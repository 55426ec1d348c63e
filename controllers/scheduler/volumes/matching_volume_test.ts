import { assertEquals } from "../../../toolkit/deps/assert.ts";
import type { ObjectOf, PersistentVolume, PersistentVolumeClaim } from "../../../toolkit/mod.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { matchingVolume } from "./matching_volume.ts";
import { claimViewOf, volumeViewOf } from "./volume_views.ts";

const claim = claimViewOf(
  {
    metadata: { namespace: "n", name: "data", uid: "data" },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
  } as unknown as ObjectOf<typeof PersistentVolumeClaim>,
  NAMES.kubernetes,
);

interface Said {
  readonly storage?: string;
  readonly modes?: readonly string[];
  /** From where alone it can be reached. */
  readonly on?: string;
  /** The name of the claim that it is for. */
  readonly for?: string;
  readonly phase?: string;
}

const cases: Readonly<
  Record<string, readonly [volumes: Readonly<Record<string, Said>>, best: string | undefined]>
> = {
  "the smallest one": [{ large: { storage: "9Gi" }, small: {}, tiny: { storage: "1Mi" } }, "small"],
  "the smallest one, whatever else it can do": [
    { large: { storage: "9Gi" }, small: { modes: ["ReadWriteOnce", "ReadOnlyMany"] } },
    "small",
  ],
  "one that can do what the claim asks for": [{ a: { modes: ["ReadOnlyMany"] } }, undefined],
  "one that is for the claim, before smaller ones": [
    { small: {}, own: { storage: "9Gi", for: "data", phase: "Pending" } },
    "own",
  ],
  "one that is for the claim, whatever it can do": [
    { own: { for: "data", modes: ["ReadOnlyMany"] } },
    "own",
  ],
  "none where the one that is for the claim is elsewhere": [
    { small: {}, own: { for: "data", on: "other" } },
    undefined,
  ],
  "none that is for another claim": [{ a: { for: "other" } }, undefined],
};

for (const [name, [volumes, best]] of Object.entries(cases)) {
  Deno.test(`matchingVolume() takes ${name}`, () => {
    const views = Object.entries(volumes).map(([name, said]) =>
      volumeViewOf({
        metadata: { name },
        spec: {
          capacity: { storage: said.storage ?? "2Gi" },
          accessModes: said.modes ?? ["ReadWriteOnce"],
          ...(said.for && { claimRef: { namespace: "n", name: said.for } }),
          ...(said.on && {
            nodeAffinity: {
              required: {
                nodeSelectorTerms: [{
                  matchExpressions: [{ key: "host", operator: "In", values: [said.on] }],
                }],
              },
            },
          }),
        },
        status: { phase: said.phase ?? "Available" },
      } as unknown as ObjectOf<typeof PersistentVolume>)
    );
    const node = { name: "node", labels: { host: "node" } };
    assertEquals(matchingVolume(claim, views, node, new Set())?.name, best);
  });
}
