// The reference's cleaner of requests for certificates. Its controller manager first looks when it knows of no request yet,
// and then after an hour: here it looks when it knows all.
package main

import (
	"context"
	"flag"
	"log"
	"os/signal"
	"syscall"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/kubernetes/pkg/controller/certificates/cleaner"
)

func main() {
	path := flag.String("kubeconfig", "", "")
	flag.Parse()
	config, err := clientcmd.BuildConfigFromFlags("", *path)
	if err != nil {
		log.Fatal(err)
	}
	client := kubernetes.NewForConfigOrDie(config)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	factory := informers.NewSharedInformerFactory(client, 0)
	requests := factory.Certificates().V1().CertificateSigningRequests()
	controller := cleaner.NewCSRCleanerController(
		client.CertificatesV1().CertificateSigningRequests(), requests)
	requests.Informer()
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	controller.Run(ctx, 1)
}
