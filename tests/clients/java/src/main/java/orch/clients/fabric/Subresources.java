package orch.clients.fabric;

import static orch.clients.Checks.expect;
import static orch.clients.Checks.refused;
import static orch.clients.Checks.same;

import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import io.fabric8.kubernetes.api.model.autoscaling.v1.Scale;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequestConditionBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import orch.clients.Steps;

/** What stands below objects. */
final class Subresources {
  /** Asks for a certificate, in PEM and Base64. */
  private static final String REQUEST = "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlITk1IVUNBUUF3RXpFUk1BOEdBMVVFQXd3SWMyOXRaV0p2Wkhr"
      + "d1dUQVRCZ2NxaGtqT1BRSUJCZ2dxaGtqTwpQUU1CQndOQ0FBUzVUaVRJM01PSTVKNTJGWVRjWlZta0FpUjU1bkFBalMxNGU5b1Ex"
      + "TFlkd0J6MFE4Nkh5bmgwClFxWU40YzB5S0V2b0pieTY2eHo2RzU1WS9KY2RMRVhqb0FBd0NnWUlLb1pJemowRUF3SURTQUF3UlFJ"
      + "Z2ZSOVkKOWlKNGlreHdxRmdwUDIza2NiVU1CMDI0anhpUDBtRHIwL3dVeWVjQ0lRRFA3UlFDcGVYdWc0Zzh3SEJTUld6dQp3Skg4"
      + "ajU3Rmh1NnI5Z1V4V1cwWkR3PT0KLS0tLS1FTkQgQ0VSVElGSUNBVEUgUkVRVUVTVC0tLS0tCg==";

  private Subresources() {}

  static void run(Fabric fabric, Steps steps) {
    KubernetesClient client = fabric.client();
    steps.must("a pod, and a deployment", () -> {
      client.resource(pod("web")).create();
      client.resource(Applying.deployment("scaled")).create();
    });
    steps.see("scale: get", () -> Fabric.seen(client.apps().deployments().withName("scaled").scale()));
    steps.see("scale: set", () -> {
      Scale scale = client.apps().deployments().withName("scaled").scale();
      scale.getSpec().setReplicas(3);
      return Fabric.seen(client.apps().deployments().withName("scaled").scale(scale));
    });
    steps.see("scale: refused", () -> {
      Scale scale = client.apps().deployments().withName("scaled").scale();
      scale.getSpec().setReplicas(-1);
      return Fabric.seen(refused(KubernetesClientException.class,
          () -> client.apps().deployments().withName("scaled").scale(scale)));
    });
    steps.see("ephemeral containers", () -> Fabric.seen(client.pods().withName("web").ephemeralContainers().edit(
        pod -> new PodBuilder(pod).editSpec().addNewEphemeralContainer().withName("debug").withImage("debug:1")
            .withCommand("sh").endEphemeralContainer().endSpec().build())));
    steps.see("resize", () -> Fabric.seen(client.pods().withName("web").subresource("resize").patch(
        PatchContext.of(PatchType.STRATEGIC_MERGE), "{\"spec\":{\"containers\":[{\"name\":\"web\","
            + "\"resources\":{\"requests\":{\"cpu\":\"200m\"}}}]}}")));
    steps.see("binding", () -> {
      client.resource(new NodeBuilder().withNewMetadata().withName("bound-" + fabric.namespace()).endMetadata().build())
          .create();
      client.raw("/api/v1/namespaces/" + fabric.namespace() + "/pods/web/binding", "POST",
          new BindingBuilder().withNewMetadata().withName("web").endMetadata()
              .withNewTarget().withKind("Node").withName("bound-" + fabric.namespace()).endTarget().build());
      return client.pods().withName("web").get().getSpec().getNodeName();
    });
    steps.see("status, and ready", () -> {
      Pod ready = client.pods().withName("web").editStatus(pod -> new PodBuilder(pod)
          .withNewStatus().withPhase("Running").withHostIP("10.1.0.1").withPodIP("10.2.0.7")
          .addNewCondition().withType("Ready").withStatus("True").endCondition()
          .addNewContainerStatus().withName("web").withImage("nginx:1").withImageID("").withReady(true)
          .withRestartCount(0).withNewState().withNewRunning().withStartedAt("2001-02-03T03:04:05Z").endRunning()
          .endState().endContainerStatus().endStatus().build());
      client.pods().withName("web").waitUntilReady(60, TimeUnit.SECONDS);
      return Fabric.seen(ready);
    });
    steps.see("gates", () -> {
      client.resource(new PodBuilder(pod("gated")).editSpec().addNewReadinessGate()
          .withConditionType("example.com/gate").endReadinessGate().endSpec().build()).create();
      return Fabric.seen(client.pods().withName("gated").patchReadinessGateStatus(
          Map.of("example.com/gate", true)));
    });
    steps.see("eviction that a budget refuses", () -> {
      client.resource(new PodDisruptionBudgetBuilder().withNewMetadata().withName("all").endMetadata()
          .withNewSpec().withMinAvailable(new IntOrString("100%")).withNewSelector().addToMatchLabels("app", "web")
          .endSelector().endSpec().build()).create();
      return client.pods().withName("web").evict();
    });
    steps.see("a token", () -> {
      client.resource(new ServiceAccountBuilder().withNewMetadata().withName("robot").endMetadata().build()).create();
      TokenRequest made = client.serviceAccounts().withName("robot").tokenRequest(new TokenRequestBuilder()
          .withNewSpec().withAudiences("https://kubernetes.default.svc").withExpirationSeconds(900L).endSpec().build());
      var review = client.tokenReviews().create(new TokenReviewBuilder().withNewSpec()
          .withToken(made.getStatus().getToken()).endSpec().build());
      expect(review.getStatus().getAuthenticated(), "not known: %s", review);
      same("system:serviceaccount:" + fabric.namespace() + ":robot", review.getStatus().getUser().getUsername());
      made.getStatus().setToken("?");
      return Fabric.seen(made);
    });
    steps.see("approval", () -> {
      CertificateSigningRequest request = new io.fabric8.kubernetes.api.model.certificates.v1
          .CertificateSigningRequestBuilder().withNewMetadata().withName("approved-" + fabric.namespace()).endMetadata()
          .withNewSpec().withRequest(REQUEST).withSignerName("example.com/signer").withUsages("client auth").endSpec().build();
      client.resource(request).create();
      var approved = client.certificates().v1().certificateSigningRequests()
          .withName("approved-" + fabric.namespace()).approve(new CertificateSigningRequestConditionBuilder()
              .withType("Approved").withStatus("True").withReason("Checked").withMessage("by hand").build());
      return Fabric.seen(approved);
    });
    steps.see("quantities of a node", () -> {
      client.resource(new NodeBuilder().withNewMetadata().withName("sized-" + fabric.namespace()).endMetadata().build())
          .create();
      var node = client.nodes().withName("sized-" + fabric.namespace()).editStatus(old -> new NodeBuilder(old)
          .editOrNewStatus().addToCapacity("cpu", new Quantity("0.5")).addToCapacity("memory", new Quantity("1.5", "Gi"))
          .addToCapacity("pods", new Quantity("1e2")).endStatus().build());
      same(0, node.getStatus().getCapacity().get("cpu").getNumericalAmount().compareTo(new java.math.BigDecimal("0.5")));
      return Fabric.seen(node);
    });
    steps.see("times of a lease", () -> {
      var lease = new io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder()
          .withNewMetadata().withName("timed").endMetadata().withNewSpec().withHolderIdentity("me")
          .withRenewTime(ZonedDateTime.parse("2001-02-03T03:04:05.1Z[UTC]")).endSpec().build();
      return Fabric.seen(client.resource(lease).create());
    });
  }

  private static Pod pod(String name) {
    return new PodBuilder().withNewMetadata().withName(name).addToLabels("app", "web").endMetadata()
        .withNewSpec().addNewContainer().withName("web").withImage("nginx:1").withNewResources()
        .addToRequests("cpu", new Quantity("100m")).endResources().endContainer().endSpec().build();
  }
}
