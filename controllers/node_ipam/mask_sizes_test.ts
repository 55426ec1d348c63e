import { assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import { parseCidrSloppy } from "../../toolkit/validation/mod.ts";
import { type MaskSizeFlags, maskSizes } from "./mask_sizes.ts";

const V4 = "10.0.0.0/16";
const V6 = "fd00::/48";
const DUAL = /--node-cidr-mask-size is not allowed with dual-stack clusters/;
const BOTH = /not allowed if --node-cidr-mask-size is set/;

const CASES: Readonly<Record<string, readonly [string[], MaskSizeFlags, number[] | RegExp]>> = {
  "IPv4": [[V4], {}, [24]],
  "IPv6": [[V6], {}, [64]],
  "both, in their order": [[V6, V4], {}, [64, 24]],
  "both, as given": [[V4, V6], { ipv4: 26, ipv6: 60 }, [26, 60]],
  "any for IPv4": [[V4], { any: 26 }, [26]],
  "any for IPv6": [[V6], { any: 60 }, [60]],
  "any for both": [[V4, V6], { any: 26 }, DUAL],
  "any and one": [[V4], { any: 26, ipv4: 26 }, BOTH],
  "any and the other": [[V4], { any: 26, ipv6: 60 }, BOTH],
  "IPv4 given for IPv6": [[V6], { ipv4: 26 }, /ipv4 is not allowed for a single-stack IPv6/],
  "IPv6 given for IPv4": [[V4], { ipv6: 60 }, /ipv6 is not allowed for a single-stack IPv4/],
  "IPv4 given for IPv4": [[V4], { ipv4: 26 }, [26]],
  "IPv6 given for IPv6": [[V6], { ipv6: 60 }, [60]],
};

for (const [name, [ranges, flags, expected]] of Object.entries(CASES)) {
  Deno.test(`maskSizes() settles: ${name}`, () => {
    const settle = () => maskSizes(ranges.map((text) => parseCidrSloppy(text)!), flags);
    if (expected instanceof RegExp) assertThrows(settle, expected);
    else assertEquals(settle(), expected);
  });
}
