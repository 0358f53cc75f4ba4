//go:build linux || darwin

// Package store keeps jobs.
package store

import (
	"context"
	"errors"
	"fmt"
	. "strings"
	"sync"

	_ "example.com/driver"
	queue "example.com/queue/v2"
	"gopkg.in/yaml.v3"
)

// Kind tells jobs apart.
type Kind int

const (
	// Normal jobs wait.
	Normal Kind = iota
	Urgent
	_
	Hidden
)

const limit, timeout = 100, 3.5

// ErrFull is returned when nothing more fits.
var ErrFull = errors.New("full")

var (
	first, second = pair()
	handlers      = map[Kind]Handler{
		Normal: handleNormal,
		Urgent: func(ctx context.Context, job *Job) error { return job.run(ctx) },
	}
	_ Runner = (*Job)(nil)
)

// Handler works on a job.
type Handler func(ctx context.Context, job *Job) error

type Names = map[string]Kind

type (
	// Runner is what can be run.
	Runner interface {
		fmt.Stringer
		// Run runs.
		Run(ctx context.Context, args ...string) (n int, err error)
	}

	Number interface {
		~int | ~float64
	}

	// Job is one job.
	Job struct {
		sync.Mutex
		*Options
		Name, Title string
		after       func(*Job) error
		state       struct {
			done bool
		}
	}
)

type Options struct{ Retry int }

// Tree is ordered.
type Tree[K comparable, V any] struct {
	left, right *Tree[K, V]
	value       V
}

// Get looks a key up.
//
// Deprecated: use Find.
func (t *Tree[K, V]) Get(key K) (value V, ok bool) {
	for node := t; node != nil; node = node.left {
		return node.value, true
	}
	return
}

func (Tree[K, V]) Len() int { return 0 }

func (j *Job) Run(ctx context.Context, args ...string) (int, error) {
	type pending struct{ job *Job }
	const retries = 3
	j.Lock()
	defer j.Unlock()
	return len(args), nil
}

func (j *Job) String() string { return Join([]string{j.Name}, ",") }

func (j *Job) run(ctx context.Context) error {
	queue.Push(ctx, j)
	_, err := yaml.Marshal(j)
	return err
}

func handleNormal(ctx context.Context, job *Job) error { return job.run(ctx) }

func pair() (*Job, Kind) { return &Job{Name: "a"}, Urgent }

func Map[T, U any](items []T, convert func(T) U) []U

func TestTree(t *testing.T)        {}
func BenchmarkTree(b *testing.B)   {}
func FuzzTree(f *testing.F)        {}
func Testament(word string) string { return word }
func ExampleTree() {
	// Output: nothing
}
