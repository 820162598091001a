import { safeStorage } from 'electron'
import type { Cipher } from './credentials.ts'

/** On Linux without a keyring Electron encrypts with a well-known password, which is not safe. */
export const systemCipher: Cipher = {
  async isSafe() {
    if (!(await safeStorage.isAsyncEncryptionAvailable())) return false
    return process.platform !== 'linux' || !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())
  },
  encrypt: (text) => safeStorage.encryptStringAsync(text),
  async decrypt(bytes) {
    const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(bytes))
    return { text: result, is_stale: shouldReEncrypt }
  },
}
