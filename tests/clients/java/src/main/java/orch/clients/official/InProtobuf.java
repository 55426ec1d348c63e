package orch.clients.official;

import static orch.clients.Checks.expect;
import static orch.clients.Checks.same;

import io.kubernetes.client.ProtoClient;
import io.kubernetes.client.ProtoClient.ObjectOrStatus;
import io.kubernetes.client.proto.Meta.DeleteOptions;
import io.kubernetes.client.proto.Meta.ObjectMeta;
import io.kubernetes.client.proto.V1.ConfigMap;
import io.kubernetes.client.proto.V1.ConfigMapList;
import io.kubernetes.client.proto.V1.NamespaceList;
import orch.clients.Steps;

/** The client's own way of Protobuf. */
final class InProtobuf {
  private InProtobuf() {}

  static void run(Official official, Steps steps) throws Exception {
    ProtoClient client = new ProtoClient(official.client());
    String path = "/api/v1/namespaces/" + official.namespace() + "/configmaps";
    steps.attempt("list", () -> {
      ObjectOrStatus<NamespaceList> list = client.list(NamespaceList.newBuilder(), "/api/v1/namespaces");
      expect(list.status == null && list.object.getItemsCount() > 0, "%s", list.status);
    });
    steps.attempt("create, update, merge, get", () -> {
      ConfigMap map = ConfigMap.newBuilder()
          .setMetadata(ObjectMeta.newBuilder().setName("proto")).putData("a", "ä").build();
      ObjectOrStatus<ConfigMap> made = client.create(map, path, "v1", "ConfigMap");
      same("ä", made.object.getDataMap().get("a"));
      ObjectOrStatus<ConfigMap> updated = client.update(
          made.object.toBuilder().putData("b", "2").build(), path + "/proto", "v1", "ConfigMap");
      same(2, updated.object.getDataCount());
      ObjectOrStatus<ConfigMap> got = client.get(ConfigMap.newBuilder(), path + "/proto");
      same(updated.object, got.object);
    });
    steps.see("refused", () -> {
      ObjectOrStatus<ConfigMap> none = client.get(ConfigMap.newBuilder(), path + "/none");
      return none.status.getReason() + " " + none.status.getCode() + " " + none.status.getMessage();
    });
    steps.attempt("a list of them", () -> {
      ObjectOrStatus<ConfigMapList> list = client.list(ConfigMapList.newBuilder(), path);
      expect(list.object.getItemsList().stream().anyMatch(map -> map.getMetadata().getName().equals("proto")), "not there");
    });
    steps.see("delete", () -> {
      ObjectOrStatus<ConfigMap> gone = client.delete(
          ConfigMap.newBuilder(), path + "/proto", DeleteOptions.newBuilder().setPropagationPolicy("Background").build());
      return gone.status.getStatus();
    });
  }
}
