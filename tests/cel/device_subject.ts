/**
 * Selectors of devices, as the scheduler asks them.
 *
 * @module
 */

import { sliceViewOf } from "../../controllers/scheduler/devices/device_views.ts";
import { Effort } from "../../controllers/scheduler/devices/effort.ts";
import { Selector, SelectorFailure } from "../../controllers/scheduler/devices/selectors.ts";
import { deterministicRandom } from "../../testing/api_server.ts";
import { CelCompileError, compileCel } from "../../toolkit/cel/mod.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { DEVICE_ENVIRONMENT } from "../../toolkit/policies/mod.ts";
import { type RandomDevice, RandomDevices } from "./random_devices.ts";

/** How many devices each selector is asked of. */
const DEVICES = 12;

/** Devices of some drivers, of a seed. */
export class DeviceSubject {
  readonly devices: readonly RandomDevice[];
  readonly #slices;

  constructor(seed: number) {
    this.devices = new RandomDevices(deterministicRandom(seed)).devices(DEVICES, false);
    this.#slices = this.devices.map((device) =>
      sliceViewOf({
        metadata: { name: device.name },
        spec: {
          driver: device.driver,
          pool: { name: "pool", generation: 1, resourceSliceCount: 1 },
          devices: [device],
        },
      } as never)
    );
  }

  /** What each device makes of a selector, and what that costs; or why it is none; and the most that it could cost. */
  answerOf(expression: string): readonly [answer: string, ...costs: (number | undefined)[]] {
    const selector = new Selector(expression);
    const answers: string[] = [];
    for (const slice of this.#slices) {
      const answer = asked(selector, slice, expression);
      if (!answer.startsWith("CEL compile error: ")) answers.push(answer);
      else return [compileError(answer)];
    }
    return [answers.join(" | "), undefined, undefined, mostOf(expression)];
  }
}

type Slice = Parameters<Selector["selects"]>[0];

/** A run takes some steps besides what it costs. */
const RUN_STEPS = 4;

/** Counts the steps of the last thing that was done. */
class LastEffort extends Effort {
  last = 0;

  override spend(steps: number): void {
    this.last = steps;
  }
}

function asked(selector: Selector, slice: Slice, expression: string): string {
  const effort = new LastEffort(new FakeClock(0), 0);
  try {
    const selected = selector.selects(slice, 0, effort);
    return `${selected} for ${effort.last - RUN_STEPS}`;
  } catch (error) {
    if (!(error instanceof SelectorFailure)) throw new Error(expression, { cause: error });
    return error.message.replace("CEL runtime error: ", "error: ");
  }
}

function compileError(message: string): string {
  return message.slice("CEL compile error: ".length)
    .replace(/^compilation failed: /, "compile: ")
    .replace(/^program instantiation failed: /, "program: ");
}

function mostOf(expression: string): number | undefined {
  try {
    return compileCel(expression, DEVICE_ENVIRONMENT).estimate().max;
  } catch (error) {
    if (!(error instanceof CelCompileError)) throw error;
    return undefined;
  }
}
