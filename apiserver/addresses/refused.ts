/**
 * Why something can't be had, in the reference's words.
 *
 * @module
 */

/** Something that was asked for can't be had. */
export class Refused extends Error {
  override name = "Refused";

  /** `what` is the address or the port. */
  constructor(readonly what: string | number, why: string) {
    super(why);
  }
}

/** Nothing is left. */
export class RangeFull extends Error {
  override name = "RangeFull";

  constructor() {
    super("range is full");
  }
}
