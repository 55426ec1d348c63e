import { assertEquals } from "../../toolkit/deps/assert.ts";
import fc from "../../toolkit/deps/fast_check.ts";
import { runs } from "../../testing/requirements.ts";
import { selectorOf } from "../../toolkit/selectors/mod.ts";
import { Quantity } from "../../toolkit/values/quantity.ts";
import { FreeVolumes } from "./free_volumes.ts";
import type { ClaimNeeds, VolumeGives } from "./needs.ts";

const MODES = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce"];

const properties = {
  className: fc.constantFrom("", "a"),
  volumeMode: fc.constantFrom("Block", "Filesystem"),
  attributesClass: fc.constantFrom("", "gold"),
  modes: fc.subarray(MODES, { minLength: 1 }),
  size: fc.constantFrom("0.5", "0.6", "1", "1Gi", "1024Mi", "2Gi", "3000000000", "99Ei")
    .map((text) => Quantity.parse(text)),
};

const volumes = fc.record({
  ...properties,
  name: fc.constantFrom(..."abcdefgh"),
  labels: fc.constantFrom({}, { disk: "fast" }),
  isDeleting: fc.constant(false),
  isFree: fc.constant(true),
  claim: fc.constant(undefined),
});

const claims = fc.record({
  ...properties,
  key: fc.constant("ns/c"),
  uid: fc.constant("u"),
  hasClass: fc.constant(true),
  created: fc.constant(""),
  selector: fc.constantFrom(undefined, selectorOf({ matchLabels: { disk: "fast" } })),
});

/** The best of all, by looking at all. */
function bestOf(all: readonly VolumeGives[], claim: ClaimNeeds): string | undefined {
  const labelOf = ({ modes }: VolumeGives) => modes.toSorted().join();
  return all.filter((one) =>
    one.className === claim.className && one.volumeMode === claim.volumeMode &&
    one.attributesClass === claim.attributesClass && one.size.compare(claim.size) >= 0 &&
    claim.modes.every((mode) => one.modes.includes(mode)) &&
    (claim.selector?.matches(one.labels) ?? true)
  ).sort((one, other) =>
    one.modes.length - other.modes.length || labelOf(one).localeCompare(labelOf(other)) ||
    one.size.compare(other.size) || one.name.localeCompare(other.name)
  )[0]?.name;
}

Deno.test("FreeVolumes.find() finds what looking at all volumes finds, whatever was put in and taken out", () => {
  const steps = fc.array(
    fc.oneof(
      volumes.map((volume) => ({ volume })),
      fc.constantFrom(..."abcdefgh").map((gone) => ({ gone })),
    ),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(steps, fc.array(claims, { minLength: 1, maxLength: 8 }), (done, wanted) => {
      const free = new FreeVolumes();
      const all = new Map<string, VolumeGives>();
      for (const step of done) {
        if ("gone" in step) {
          free.remove(step.gone);
          all.delete(step.gone);
        } else {
          free.put(step.volume);
          all.set(step.volume.name, step.volume);
        }
      }
      assertEquals(free.size, all.size);
      for (const claim of wanted) {
        const best = bestOf([...all.values()], claim);
        assertEquals(free.find(claim, () => true), best);
        const others = [...all.values()].filter(({ name }) => name !== best);
        assertEquals(free.find(claim, (name) => name !== best), bestOf(others, claim));
      }
    }),
    { numRuns: runs(500) },
  );
});

Deno.test("FreeVolumes.find() looks at few of many volumes", () => {
  const free = new FreeVolumes();
  const kept = { labels: {}, isDeleting: false, isFree: true, claim: undefined };
  const plain = { className: "a", volumeMode: "Filesystem", attributesClass: "", modes: MODES };
  for (let gib = 1; gib <= 5000; gib++) {
    free.put({ ...kept, ...plain, name: `v${gib}`, size: Quantity.of(BigInt(gib) * 2n ** 30n) });
  }
  let asked = 0;
  const name = free.find({
    ...plain,
    modes: ["ReadWriteOnce"],
    size: Quantity.parse("3000Gi"),
    key: "ns/c",
    uid: "u",
    hasClass: true,
    created: "",
    selector: undefined,
  }, () => ++asked === 2);
  assertEquals([name, asked], ["v3001", 2]);
});
