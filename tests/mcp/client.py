#!/usr/bin/env python3
"""The server from the side of an agent: the official Python client drives `portolan serve` over a copy of the harbour.

usage: client.py PORTOLAN        (needs the package `mcp`)

Each check prints a line; the first that fails ends the run with status 1.
"""

import asyncio
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

HARBOUR = Path(__file__).resolve().parent.parent / "fixtures" / "harbour"
TOOLS = {"explore", "search", "node", "callers", "callees", "status"}
QUESTION = "how is the final price computed"


def check(what, holds, seen=""):
    print(("ok    " if holds else "FAILS ") + what)
    if not holds:
        sys.exit(f"seen: {seen}")


def text_of(result):
    return "".join(part.text for part in result.content if part.type == "text")


async def visit(binary, root):
    server = StdioServerParameters(command=binary, args=["serve", "--root", str(root)])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        begun = time.monotonic()
        await session.initialize()
        check("it greets within a second", time.monotonic() - begun < 1)

        listed = {tool.name for tool in (await session.list_tools()).tools}
        check("it offers the tools", TOOLS <= listed, listed)

        async def ask(tool, **arguments):
            return await session.call_tool(tool, arguments)

        async def until(tool, arguments, holds, seconds):
            """Asks until the answer is as wanted, or the time is over; gives the answer and the seconds it took."""
            begun = time.monotonic()
            while True:
                answer = await ask(tool, **arguments)
                took = time.monotonic() - begun
                if holds(answer) or took > seconds:
                    return answer, took
                await asyncio.sleep(0.02)

        answer, _ = await until("search", {"query": "OrderService"}, lambda a: "orders/service.py" in text_of(a), 20)
        check("search finds a class once the first index is there", "orders/service.py" in text_of(answer), answer)

        answer = await ask("callers", symbol="OrderService.confirm")
        check("callers name the site", "orders/__main__.py" in text_of(answer), answer)
        answer = await ask("callees", symbol="OrderService.quote")
        check("callees name the target", "final_price" in text_of(answer), answer)
        answer = await ask("node", symbol="OrderService.quote")
        check("node shows the source", "return final_price(order)" in text_of(answer), answer)
        answer = await ask("status")
        check("status counts the files", "16" in text_of(answer), answer)

        answer = await ask("explore", question=QUESTION)
        shown = subprocess.run(
            [binary, "--root", str(root), "explore", QUESTION], capture_output=True, text=True, check=True
        ).stdout
        check("explore gives the bytes that the command line prints", text_of(answer) == shown, text_of(answer))

        answer = await ask("callers", symbol="no_such_symbol")
        check("an unknown symbol is an answer", "no_such_symbol" in text_of(answer), answer)
        try:
            answer = await ask("search", query="x", colour="red")
            refused = answer.is_error and "colour" in text_of(answer)
        except Exception as error:  # the client may raise what the server refuses
            answer, refused = error, "colour" in str(error)
        check("an unknown argument is refused by name", refused, answer)

        pricing = root / "orders" / "pricing.py"
        pricing.write_text(pricing.read_text() + "\n\ndef light_dues(order):\n    return harbour_dues(order) / 2\n")
        answer, took = await until(
            "callers", {"symbol": "harbour_dues"}, lambda a: "light_dues" in text_of(a), 5
        )
        check("a saved file is in the graph within a second", "light_dues" in text_of(answer) and took < 1, f"{took} s")
        pricing.unlink()
        answer, took = await until("search", {"query": "light_dues"}, lambda a: "pricing" not in text_of(a), 5)
        check("a deleted file is out of it within a second", "pricing" not in text_of(answer) and took < 1, f"{took} s")


def main():
    binary = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as directory:
        root = Path(directory).resolve() / "harbour"
        shutil.copytree(HARBOUR, root)
        asyncio.run(asyncio.wait_for(visit(binary, root), 60))


main()
