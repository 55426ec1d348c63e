/**
 * Texts of expressions by the types that they have over the claims of a token (`identity_subjects.ts`).
 *
 * @module
 */

import { FEW_PLAIN_VALUES } from "./values_of_policies.ts";
import type { Values } from "./values_of_types.ts";

/** What is tried of claims: of each only its value tells the type. */
export const VALUES_OF_CLAIMS: Values = {
  scalars: {
    ...FEW_PLAIN_VALUES,
    int: ["claims.level", "int(claims.level)", "0", "1", "-1", "3"],
    uint: ["1u", "uint(claims.level)"],
    double: ["claims.level", "claims.iat", "claims.big", "claims.part", "claims.roles[0].level"]
      .concat(["1.5", "0.0", "double(claims.level)"]),
    bool: ["claims.email_verified", "true", "false", "has(claims.sub)", "has(claims.missing)"]
      .concat(["has(claims.kubernetes__dot__io.pod)"]),
    null: ["null", "claims.nothing"],
    string: ["claims.sub", "claims.name", "claims.email", "claims.groups[0]", "claims.namespace"]
      .concat(["claims.roles[0].name", 'claims["kubernetes.io"].pod', "claims.my__dash__claim"])
      .concat([
        '"a"',
        '""',
        '"dev"',
        '"@"',
        '"^[a-z]+$"',
        '"sub"',
        '"a.b"',
        '"1"',
        "claims.missing",
      ]),
    dyn: ["claims.sub", "claims.level", "claims.groups", "claims.roles", "claims.roles[1]"]
      .concat([
        "claims.nothing",
        "claims.none",
        "claims.missing",
        'claims["kubernetes.io"]',
        "dyn(1)",
      ])
      .concat(['dyn("a")', "dyn(null)", "dyn(claims.groups)", "claims.kubernetes__dot__io.nested"]),
  },
  lists: {
    string: ["claims.groups", "claims.none", "dyn(claims.groups)"],
    dyn: ["claims.roles", "claims.none", "dyn(claims.roles)"],
  },
  maps: {
    string: ["claims.roles[1]", "dyn(claims.roles[1])"],
    dyn: ["claims.roles[0]", 'claims["kubernetes.io"]'],
  },
};
