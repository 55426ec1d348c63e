/** The kinds of authorization: questions, of which no object is kept. */
import type { GroupDeclarations } from "../declaration.ts";

/** What answers each of them. */
export const authorizationKinds: GroupDeclarations = {
  localsubjectaccessreviews: { handlers: { "": "local subject access review" } },
  selfsubjectaccessreviews: { handlers: { "": "self subject access review" } },
  selfsubjectrulesreviews: { handlers: { "": "self subject rules review" } },
  subjectaccessreviews: { handlers: { "": "subject access review" } },
};
