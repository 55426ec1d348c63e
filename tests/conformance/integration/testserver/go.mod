module orch.test/testserver
go 1.26.0
