/** A mutation that can't be made: the failure policy says what that means. */
export class MutationFailure extends Error {
  override readonly name = "MutationFailure";
}
