/**
 * The reference's scheduler decides, on random clusters of this project's API server; this project's scheduler is
 * asked what it would do where the other one is about to decide. One that places a pod has to choose among the
 * nodes that are best here; one that does not has to say the same; room is made on the same node, by the same pods.
 */
import { Random } from "../../testing/random_objects.ts";
import { assert } from "../../toolkit/deps/assert.ts";
import { slowTests, testWith } from "../../testing/requirements.ts";
import { SchedulerStage } from "./scheduler_stage.ts";
import { randomCrowd, randomNodes, randomPod } from "./random_cluster.ts";

const CLUSTERS = 300;
const PODS = 8;
const CROWDS = 40;
const NAME = "pods get the nodes that the reference's scheduler gives them";

if (slowTests()) {
  testWith(["go"], NAME, async (t) => {
    const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
    await using stage = await SchedulerStage.open();
    await t.step(`${CLUSTERS} clusters, seed ${seed}`, async () => {
      const random = new Random(seed);
      for (let cluster = 0; cluster < CLUSTERS; cluster++) {
        await using scene = await stage.scene(randomNodes(random), random.chance(40));
        for (let pod = 0; pod < PODS; pod++) {
          await scene.decide(randomPod(random, `pod-${pod}`), `cluster ${cluster}`);
        }
      }
      stage.done();
      // Otherwise little would have been compared.
      assert(stage.counts.placed > CLUSTERS && stage.counts.unplaced > CLUSTERS);
    });
    await t.step(`${CROWDS} crowds, seed ${seed}`, async () => {
      const random = new Random(seed);
      for (let crowd = 0; crowd < CROWDS; crowd++) {
        const nodes = randomNodes(random);
        await using scene = await stage.scene(nodes, false);
        const { there, urgent } = randomCrowd(random, nodes);
        await scene.fill(there, random.chance(70) ? random.below(2) : undefined);
        await scene.decide(urgent, `crowd ${crowd}`);
      }
      stage.done();
      assert(stage.counts.room > CROWDS / 5);
    });
  });
} else Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
