# Sourced by the commands in this folder. Sets "project", "java" and "jar", and builds the benchmarks if they are
# missing or outdated.

project=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.." && pwd)
jar=$project/benchmarks/target/benchmarks.jar
java=${JAVA_HOME:+$JAVA_HOME/bin/}java

fail() {
  echo "$(basename -- "$0"): $1" >&2
  exit 1
}

is_built() {
  local lib=$project/benchmarks/target/lib # the dependencies of the jar, see its manifest
  local sources=("$project/pom.xml" "$project"/{serializer,serializer-calls,serializer-io,serializer-netty,serializer-aeron,benchmarks}/{pom.xml,src/main})
  [[ -f $jar && -d $lib && -z $(find "${sources[@]}" -newer "$jar" -print -quit) ]]
}

command -v "$java" >/dev/null || fail "$java not found: set JAVA_HOME to a JDK (17 or later), or unset it and add java to the PATH"
if ! is_built; then
  command -v mvn >/dev/null || fail "mvn not found: add Maven (3.8 or later) to the PATH to build the benchmarks"
  echo "Building the benchmarks (takes about a minute, only if the sources have changed)" >&2
  mvn -q -f "$project/pom.xml" -pl benchmarks -am -DskipTests package >&2 || fail "the build failed, see the errors above"
  touch "$jar"
fi
