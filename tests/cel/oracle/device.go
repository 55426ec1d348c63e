package main

import (
	"context"
	"fmt"
	"strings"

	resourcev1 "k8s.io/api/resource/v1"
	"k8s.io/apiserver/pkg/cel/environment"
	devices "k8s.io/dynamic-resource-allocation/cel"
)

// Devices that selectors are asked of.
type deviceSubject struct {
	// Lists is whether attributes can be lists.
	Lists   bool
	Devices []struct {
		Driver string
		resourcev1.Device
	}
}

// Selectors of devices: what each device makes of them, and what that costs.
func overDevices(file string) func(expression string) answer {
	var subject deviceSubject
	read(file, &subject)
	features := devices.Features{EnableConsumableCapacity: true, EnableListTypeAttributes: subject.Lists}
	compiler := devices.GetCompiler(features)
	stage := environment.NewExpressions
	return func(expression string) (result answer) {
		compiled := compiler.CompileCELExpression(expression, devices.Options{EnvType: &stage})
		if compiled.Error != nil {
			result.Answer = startingWith(compiled.Error.Detail, compileErrors)
			return result
		}
		most := bound(compiled.MaxCost)
		result.Max = &most
		answers := []string{}
		for _, device := range subject.Devices {
			selected, details, err := compiled.DeviceMatches(context.Background(), devices.Device{
				Driver:                   device.Driver,
				AllowMultipleAllocations: device.AllowMultipleAllocations,
				Attributes:               device.Attributes,
				Capacity:                 device.Capacity,
			})
			if err != nil {
				answers = append(answers, "error: "+err.Error())
				continue
			}
			answers = append(answers, fmt.Sprintf("%v for %d", selected, *details.ActualCost()))
		}
		result.Answer = strings.Join(answers, " | ")
		return result
	}
}
