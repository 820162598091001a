// Node loads these globals at first use; a debugger's evaluation in the middle of that leaves them undefined for good.
void [globalThis.performance, globalThis.Request]
