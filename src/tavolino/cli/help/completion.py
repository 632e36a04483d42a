"""``tavolino completion``: the script with which a shell completes commands, options and values."""

from __future__ import annotations

from typing import Annotated

import typer
from typer._completion_shared import get_completion_script

from tavolino.cli.arguments import ArgumentError, terminal_of
from tavolino.cli.help.values import one_of

SHELLS = ("bash", "zsh", "fish")
# Typer's script hands on the words as Bash splits them, also at the = and : of draw=1, 2=maestro.
# This one hands on the line, as that of fish does. Bash replaces only what follows the last = or :,
# so the rest is cut from the answers.
BASH = """
_tavolino_completion() {
    local line=${COMP_LINE:0:COMP_POINT} sign start=
    local word=${line##*[[:space:]]}
    for sign in = :; do
        if [[ $COMP_WORDBREAKS == *$sign* && ${word%"${word##*$sign}"} == "$start"* ]]; then
            start=${word%"${word##*$sign}"}
        fi
    done
    start=${start#--*=}
    local IFS=$'\\n'
    COMPREPLY=( $( env _TYPER_COMPLETE_ARGS="$line" _TYPER_COMPLETE_FISH_ACTION=get-args \\
                   _TAVOLINO_COMPLETE=complete_fish $1 ) )
    COMPREPLY=( "${COMPREPLY[@]%%$'\\t'*}" )
    COMPREPLY=( "${COMPREPLY[@]#"$start"}" )
    return 0
}

complete -o default -F _tavolino_completion tavolino
"""

app = typer.Typer()


@app.command("completion", help="help.completion")
def completion_command(
    context: typer.Context,
    shell: Annotated[
        str,
        typer.Argument(metavar="|".join(SHELLS), help="help.shell", autocompletion=one_of(*SHELLS)),
    ],
) -> None:
    terminal = terminal_of(context)
    if shell not in SHELLS:
        wanted = ", ".join(SHELLS)
        raise ArgumentError(terminal.say("error.shell", wanted=wanted, got=shell[:40]))
    terminal.print_plain(script_of(shell))


def script_of(shell: str) -> str:
    if shell == "bash":
        return BASH.strip()
    return get_completion_script(
        prog_name="tavolino", complete_var="_TAVOLINO_COMPLETE", shell=shell
    )
