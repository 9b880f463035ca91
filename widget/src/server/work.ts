// Proof of work as ALTCHA describes it: find the number whose digest with the salt is the challenge.
// https://altcha.org/docs/v2/proof-of-work/

export interface Challenge {
  algorithm: string;
  challenge: string;
  salt: string;
  maxNumber: number;
  signature: string;
}

const AT_ONCE = 500;

/** The solution in the form that the server reads, or an empty one where the browser cannot work it out. */
export async function solve({ algorithm, challenge, salt, maxNumber, signature }: Challenge): Promise<string> {
  if (!globalThis.crypto?.subtle) return "";
  const encoder = new TextEncoder();
  for (let start = 0; start <= maxNumber; start += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, maxNumber - start + 1) }, (_, index) => start + index);
    const digests = await Promise.all(numbers.map((each) => crypto.subtle.digest(algorithm, encoder.encode(salt + each))));
    const found = digests.findIndex((digest) => hex(digest) === challenge);
    if (found >= 0) return btoa(JSON.stringify({ algorithm, challenge, number: start + found, salt, signature }));
  }
  return "";
}

function hex(digest: ArrayBuffer): string {
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
