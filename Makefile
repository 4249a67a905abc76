# What a person does with this checkout. The work stands in scripts/; each target can be run
# again at any time. Models and takes stay in .cache/home (ALOUD_HOME moves them).

.DEFAULT_GOAL := help
.PHONY: help demo test test-vulkan run release setup model lint audit soak bench compare package test-package

help: ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/make \1\t\2/p' Makefile | expand -t 18

demo: ## dictate a recording into an editor on a private display, and say how well that went
	@scripts/demo $(ARGS)

test: ## set up and run all tests (ARGS="…" goes to cargo test)
	@scripts/test $(ARGS)

run: ## start the app (ARGS="…" goes to aloud instead: ARGS="listen --language de")
	@scripts/run $(ARGS)

release: ## build both programs for others, with the GPU where there is one (ARGS=FOLDER)
	@scripts/build-release $(ARGS)

package: ## build the Debian package (ARGS=FOLDER of programs that make release has built)
	@scripts/package $(ARGS)

test-package: ## install the package in a new Debian system, dictate there, remove it (root; ARGS=PACKAGE)
	@scripts/test-package $(ARGS)

setup: ## install the Debian packages that are missing
	@scripts/setup

model: ## fetch the small multilingual speech model, once
	@scripts/model

lint: ## format, clippy and shellcheck; a warning is an error
	@scripts/lint

audit: ## licences, sources and duplicates of the dependencies
	@scripts/audit

test-vulkan: ## the GPU backend with a card made of software, without one, and with bad drivers
	@scripts/test-vulkan $(ARGS)

soak: ## four hours of captions in virtual time, by the real code of a model (MINUTES=… for another time)
	@scripts/soak $(MINUTES)

bench: ## measure the engine
	@scripts/bench $(ARGS)

compare: ## measure Aloud beside another tool and write docs/benchmarks.md (ARGS=--quick: a look)
	@scripts/compare $(ARGS)
