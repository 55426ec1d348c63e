package orch.clients.fabric;

import io.fabric8.kubernetes.api.model.authentication.SelfSubjectReviewBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.LocalSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectRulesReviewBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import orch.clients.Steps;

/** Who one is, and what one may do. */
final class Reviewing {
  private Reviewing() {}

  static void run(Fabric fabric, Steps steps) {
    KubernetesClient client = fabric.client();
    var reviews = client.authorization().v1();
    steps.see("may I", () -> Fabric.seen(reviews.selfSubjectAccessReview().create(
        new SelfSubjectAccessReviewBuilder().withNewSpec().withNewResourceAttributes()
            .withVerb("create").withResource("pods").withNamespace("default").endResourceAttributes().endSpec().build())));
    steps.see("may I, of a path", () -> Fabric.seen(reviews.selfSubjectAccessReview().create(
        new SelfSubjectAccessReviewBuilder().withNewSpec().withNewNonResourceAttributes()
            .withVerb("get").withPath("/healthz").endNonResourceAttributes().endSpec().build())));
    steps.see("may another", () -> Fabric.seen(reviews.subjectAccessReview().create(
        new SubjectAccessReviewBuilder().withNewSpec().withUser("somebody").withGroups("some", "others")
            .addToExtra("scopes", List.of("one")).withNewResourceAttributes()
            .withVerb("get").withGroup("apps").withResource("deployments").withSubresource("scale")
            .withName("web").endResourceAttributes().endSpec().build())));
    steps.see("may another here", () -> Fabric.seen(reviews.localSubjectAccessReview().inNamespace(fabric.namespace())
        .create(new LocalSubjectAccessReviewBuilder().withNewMetadata().withNamespace(fabric.namespace()).endMetadata()
            .withNewSpec().withUser("somebody").withNewResourceAttributes().withNamespace(fabric.namespace())
            .withVerb("get").withResource("pods").endResourceAttributes().endSpec().build())));
    steps.see("which rules", () -> Fabric.seen(reviews.selfSubjectRulesReview().create(
        new SelfSubjectRulesReviewBuilder().withNewSpec().withNamespace("default").endSpec().build())));
    steps.see("who am I", () -> {
      var review = client.authentication().v1().selfSubjectReviews().create(new SelfSubjectReviewBuilder().build());
      // What identifies the certificate differs.
      review.getStatus().getUserInfo().setExtra(null);
      return Fabric.seen(review);
    });
    steps.see("a token that is none", () -> Fabric.seen(client.tokenReviews().create(
        new TokenReviewBuilder().withNewSpec().withToken("none").endSpec().build())));
  }
}
