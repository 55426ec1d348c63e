/**
 * Counters and gauges.
 *
 * @module
 */

import { Children, type Counter, type Gauge, sample } from "./metric.ts";

class Value implements Counter, Gauge {
  value = 0;

  inc(by = 1): void {
    this.value += by;
  }

  dec(by = 1): void {
    this.value -= by;
  }

  set(value: number): void {
    this.value = value;
  }
}

/** A counter refuses to go down: a scraper would take that for a restart. */
class CounterValue extends Value {
  override inc(by = 1): void {
    if (!(by >= 0)) throw new RangeError(`a counter can't grow by ${by}`);
    this.value += by;
  }
}

/** A counter for each set of label values. */
export class CounterFamily<L extends string> extends Children<L, CounterValue> {
  protected create(): CounterValue {
    return new CounterValue();
  }

  render(lines: string[]): void {
    for (const [labels, { value }] of this.children) {
      lines.push(sample(this.options.name, labels, value));
    }
  }
}

/** A gauge for each set of label values. */
export class GaugeFamily<L extends string> extends Children<L, Value> {
  protected create(): Value {
    return new Value();
  }

  render(lines: string[]): void {
    for (const [labels, { value }] of this.children) {
      lines.push(sample(this.options.name, labels, value));
    }
  }
}
