import { CommandError, main, print } from './console.ts'
import { ensureInstalled } from './install.ts'

await main(async () => {
  await ensureInstalled()
  const { loadConfig } = await import('#server/config.ts')
  const { copyMedia } = await import('#server/media/copy-media.ts')
  const { createFolderStorage } = await import('#server/media/folder-storage.ts')
  const { mediaFolder } = await import('#server/media/open-storage.ts')
  const { createS3Storage } = await import('#server/media/s3-storage.ts')
  const config = loadConfig(process.env)
  if (config.s3 === null)
    throw new CommandError(
      'Set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: they name the store to copy to.',
    )
  const { copied, present } = await copyMedia(
    createFolderStorage(mediaFolder(config)),
    createS3Storage(config.s3),
    print,
  )
  print(`${copied} files copied to the bucket ${config.s3.bucket}, ${present} were there already.`)
}, 'bun run media:copy: copies the media of DATA_DIR into the S3 store of the settings')
