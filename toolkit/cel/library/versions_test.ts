import { type AnswerRow, testAnswers } from "../../../testing/cel_answers.ts";

/** As the reference answers: value or error, cost, and the cost's estimate. */
const ROWS: readonly AnswerRow[] = [
  ['semver("1.2")', "error: No Major.Minor.Patch elements found", 1, 1, 1],
  [
    'semver("1.0-a", true)',
    "error: short version cannot contain PreRelease/Build meta data",
    1,
    1,
    1,
  ],
  ['semver("a.b.c")', 'error: Invalid character(s) found in major number "a"', 1, 1, 1],
  ['semver("01.1.1")', 'error: Major number must not contain leading zeroes "01"', 1, 1, 1],
  ['semver("1.1.1-")', "error: Prerelease is empty", 1, 1, 1],
  [
    'semver("1.1.1-01")',
    'error: Numeric PreRelease version must not contain leading zeroes "01"',
    1,
    1,
    1,
  ],
  ['semver("1.1.1-a_b")', 'error: Invalid character(s) found in prerelease "a_b"', 1, 1, 1],
  ['semver("1.1.1+")', "error: Build meta data is empty", 1, 1, 1],
  [
    'semver("99999999999999999999.1.1")',
    'error: strconv.ParseUint: parsing "99999999999999999999": value out of range',
    3,
    3,
    3,
  ],
  ['semver("1.2.3-rc.1").isLessThan(semver("1.2.3"))', "bool:true", 3, 3, 3],
  ['semver("1.2.3-rc.1").isLessThan(semver("1.2.3-rc.2"))', "bool:true", 3, 3, 3],
  ['semver("1.2.3-rc.1").compareTo(semver("1.2.3-rc"))', "int:1", 3, 3, 3],
  ['semver("1.2.3-1").compareTo(semver("1.2.3-a"))', "int:-1", 3, 3, 3],
  ['semver("1.2.3+a") == semver("1.2.3+b")', "bool:true", 3, 3, 3],
  ['semver("1.2.3").major() + semver("1.2.3").minor() + semver("1.2.3").patch()', "int:6", 8, 8, 8],
  ['isSemver("v1.0")', "bool:false", 1, 1, 1],
];

testAnswers("versions", ROWS);
