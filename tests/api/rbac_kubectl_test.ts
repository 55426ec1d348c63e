/** What kubectl says about roles. */
import { testWith } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { Kubectl } from "./kubectl.ts";
import { WITH_ROLES } from "./rbac.ts";
import { withKubectl } from "./with_kubectl.ts";

/** Lines of a table without the spaces between columns. */
const lines = (text: string) => text.trim().split("\n").map((line) => line.replace(/ {2,}/g, "|"));

const ROLE = `
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: kept, namespace: default}
rules:
- {apiGroups: [""], resources: [secrets], verbs: [get]}
`;

testWith(["kubectl"], "kubectl makes roles and bindings, and asks who may do what", async (t) => {
  await withKubectl("kubernetes", async (admin, server) => {
    await using alice = await Kubectl.at(server, "alice");
    await using robot = await Kubectl.at(server, "system:serviceaccount:default:robot");
    await t.step("auth can-i --list of who has nothing of their own", async () => {
      const list = lines(await alice.ok("auth can-i --list"));
      assertEquals(list.slice(0, 4), [
        "Resources|Non-Resource URLs|Resource Names|Verbs",
        "selfsubjectreviews.authentication.k8s.io|[]|[]|[create]",
        "selfsubjectaccessreviews.authorization.k8s.io|[]|[]|[create]",
        "selfsubjectrulesreviews.authorization.k8s.io|[]|[]|[create]",
      ]);
      assert(list.some((line) => line.trim().startsWith("|[/healthz]")), list.join("\n"));
    });
    await t.step("auth can-i --list of who may do everything", async () => {
      const list = lines(await admin.ok("auth can-i --list"));
      assertEquals(list[1], "*.*|[]|[]|[*]");
    });
    await t.step("create role, clusterrole, rolebinding, clusterrolebinding", async () => {
      await admin.ok("create role reader --verb=get,list --resource=pods,pods/log");
      await admin.ok("create rolebinding devs --role=reader --group=devs");
      await admin.ok("create clusterrole scaler --verb=update --resource=deployments.apps/scale");
      await admin.ok(
        "create clusterrolebinding robots --clusterrole=scaler --serviceaccount=default:robot",
      );
      const asked: [who: Kubectl, question: string, answer: boolean][] = [
        [alice, "list pods", true],
        [alice, "get pods --subresource=log", true],
        [alice, "list pods -A", false],
        [alice, "delete pods", false],
        [alice, "get /metrics", false],
        [alice, "get /healthz", true],
        [robot, "update deployments.apps --subresource=scale -n elsewhere", true],
        [robot, "update deployments.apps", false],
        [admin, "delete nodes", true],
      ];
      for (const [who, question, answer] of asked) {
        const { code, out } = await who.run(["auth", "can-i", ...question.split(" ")]);
        assertEquals([out.trim(), code], answer ? ["yes", 0] : ["no", 1], question);
      }
    });
    await t.step("auth reconcile adds what is missing, and keeps the rest", async () => {
      await admin.ok("auth reconcile -f -", ROLE);
      await admin.ok("auth reconcile -f -", ROLE.replace("get]", "list]"));
      const rules = JSON.parse(await admin.ok("get role kept -o json")).rules;
      assertEquals(rules.map(({ verbs }: { verbs: string[] }) => verbs), [["get"], ["list"]]);
      const refused = await alice.fails("auth reconcile -f -", ROLE);
      assert(refused.includes('User "alice" cannot'), refused);
    });
    await t.step("a namespace's administrator hands out what they have", async () => {
      await admin.ok("create rolebinding owner --clusterrole=admin --user=alice");
      await alice.ok("create rolebinding viewer --clusterrole=view --user=bob");
      await alice.ok("create rolebinding co-owner --clusterrole=admin --user=bob");
      const refused = await alice.fails(
        "create role nodes --verb=get --resource=nodes",
      );
      assert(
        refused.includes(
          "is attempting to grant RBAC permissions not currently held:\n" +
            '{APIGroups:[""], Resources:["nodes"], Verbs:["get"]}',
        ),
        refused,
      );
    });
  }, { ...WITH_ROLES, uid: () => crypto.randomUUID() });
});
