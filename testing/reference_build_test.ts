import { assertEquals } from "../toolkit/deps/assert.ts";
import { ownModule } from "./reference_build.ts";

Deno.test("ownModule() takes the modules beside the reference's from where they are published", () => {
  const theirs = `module k8s.io/kubernetes

go 1.26

require k8s.io/api v0.0.0

replace (
	k8s.io/api => ./staging/src/k8s.io/api
	k8s.io/kube-proxy => ./staging/src/k8s.io/kube-proxy
)
`;
  assertEquals(
    ownModule(theirs),
    `module reference

go 1.26

require k8s.io/api v0.0.0

replace (
	k8s.io/api => k8s.io/api v0.36.3
	k8s.io/kube-proxy => k8s.io/kube-proxy v0.36.3
)

require k8s.io/kubernetes v1.36.3
`,
  );
});
