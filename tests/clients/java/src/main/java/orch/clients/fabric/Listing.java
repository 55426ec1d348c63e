package orch.clients.fabric;

import static orch.clients.Checks.eventually;
import static orch.clients.Checks.refused;
import static orch.clients.Checks.same;

import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import orch.clients.Steps;

/** Lists: by selectors, by pages, of versions. */
final class Listing {
  private static final int COUNT = 30;

  private Listing() {}

  static void run(Fabric fabric, Steps steps) {
    KubernetesClient client = fabric.client();
    var accounts = client.serviceAccounts();
    steps.must("many at a time", () -> CompletableFuture.allOf(IntStream.range(0, COUNT)
        .mapToObj(i -> CompletableFuture.runAsync(() -> client.resource(account(i)).create()))
        .toArray(CompletableFuture[]::new)).join());
    steps.see("by labels", () -> List.of(
        names(accounts.withLabel("parity", "even").withLabel("third")),
        names(accounts.withLabel("parity", "odd").withoutLabel("third")),
        names(accounts.withLabelIn("parity", "even", "none").withLabelNotIn("name", "account-2", "account-4")),
        names(accounts.withLabels(Map.of("parity", "even", "name", "account-12"))),
        names(accounts.withLabelSelector("parity in (odd),!third,name notin (account-1)")),
        names(accounts.withLabelSelector(new LabelSelectorBuilder().addToMatchLabels("parity", "odd")
            .addNewMatchExpression().withKey("third").withOperator("Exists").endMatchExpression().build()))));
    steps.see("by fields", () -> List.of(
        names(accounts.withField("metadata.name", "account-3")),
        names(accounts.withoutField("metadata.name", "account-3").withLabel("parity", "odd"))));
    steps.see("in all namespaces", () -> names(accounts.inAnyNamespace().withLabel("name", "account-7")
        .withField("metadata.namespace", fabric.namespace())));
    steps.see("pages", () -> {
      List<Object> pages = new ArrayList<>();
      String more = null;
      do {
        ServiceAccountList page = accounts.withLabel("name").list(7, more);
        more = page.getMetadata().getContinue();
        pages.add(List.of(page.getItems().size(), String.valueOf(page.getMetadata().getRemainingItemCount())));
      } while (more != null && !more.isEmpty());
      return pages;
    });
    steps.see("a page's version is gone", () -> {
      String more = accounts.list(3, null).getMetadata().getContinue();
      return eventually(() -> {
        // What history has is compacted as it goes on.
        client.resource(account(COUNT)).create();
        client.resource(account(COUNT)).delete();
        try {
          accounts.list(3, more);
          return null;
        } catch (KubernetesClientException e) {
          return List.of(e.getCode(), Fabric.seen(e));
        }
      }, seen -> seen != null);
    });
    steps.attempt("of a version, and not older", () -> {
      String version = accounts.list().getMetadata().getResourceVersion();
      for (ListOptions options : List.of(
          new ListOptionsBuilder().withResourceVersion("0").build(),
          new ListOptionsBuilder().withResourceVersion(version).withResourceVersionMatch("NotOlderThan").build(),
          new ListOptionsBuilder().withResourceVersion(version).withResourceVersionMatch("Exact").build())) {
        options.setLabelSelector("name");
        same(COUNT, accounts.list(options).getItems().size());
      }
    });
    steps.see("of a version that is to come", () -> {
      KubernetesClientException e = refused(KubernetesClientException.class, () -> accounts.list(
          new ListOptionsBuilder().withResourceVersion("9000000000").withResourceVersionMatch("NotOlderThan").build()));
      return e.getCode();
    });
    for (String selector : List.of("a b", "=x", "a in b", "a in (x", "-a=b")) {
      steps.see("bad selector: " + selector, () -> Fabric.seen(refused(
          KubernetesClientException.class, () -> accounts.withLabelSelector(selector).list())));
    }
    steps.see("bad fields", () -> Fabric.seen(refused(
        KubernetesClientException.class, () -> accounts.withField("spec.none", "x").list())));
    steps.see("metadata of all", () -> Fabric.seen(
        accounts.withLabel("name", "account-5").listAsPartialObjectMetadata()));
    steps.see("delete by labels", () -> Fabric.seen(accounts.withLabel("parity", "odd").delete()));
    steps.see("delete by field", () -> Fabric.seen(accounts.withField("metadata.name", "account-2").delete()));
    steps.see("the rest", () -> names(accounts.withLabel("name")));
  }

  private static <R> List<String> names(FilterWatchListDeletable<ServiceAccount, ServiceAccountList, R> some) {
    return some.list().getItems().stream().map(account -> account.getMetadata().getName()).toList();
  }

  private static ServiceAccount account(int i) {
    ServiceAccountBuilder account = new ServiceAccountBuilder().withNewMetadata().withName("account-" + i)
        .addToLabels("name", "account-" + i).addToLabels("parity", i % 2 == 0 ? "even" : "odd").endMetadata();
    if (i % 3 == 0) {
      account.editMetadata().addToLabels("third", "").endMetadata();
    }
    return account.build();
  }
}
