/** The kinds of authentication: questions, of which no object is kept. */
import type { GroupDeclarations } from "../declaration.ts";

/** What answers each of them. */
export const authenticationKinds: GroupDeclarations = {
  selfsubjectreviews: { handlers: { "": "self subject review" } },
  tokenreviews: { handlers: { "": "token review" } },
};
