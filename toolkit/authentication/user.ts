/** Who somebody is: the outcome of authentication, and what authorization looks at. */
export interface User {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** The group of everybody who proved who they are. */
export const GROUP_AUTHENTICATED = "system:authenticated";

/** The group of everybody else. */
export const GROUP_UNAUTHENTICATED = "system:unauthenticated";

/** The group that may do everything. */
export const GROUP_MASTERS = "system:masters";

/** Who nobody in particular is. */
export const ANONYMOUS: User = {
  name: "system:anonymous",
  uid: "",
  groups: [GROUP_UNAUTHENTICATED],
  extra: {},
};
