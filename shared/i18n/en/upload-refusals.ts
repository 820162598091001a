import type { uploadRefusals as pl } from '../pl/upload-refusals.ts'

export const uploadRefusals: typeof pl = {
  not_image: 'This is not an image that we accept: JPEG, PNG, WebP or GIF.',
  svg: 'We do not accept SVG files. Save the image as PNG and upload it again.',
  heic: 'We do not accept HEIC files. Save the photo as JPEG and upload it again.',
  avif: 'We do not accept AVIF files. Save the image as JPEG or WebP and upload it again.',
  damaged: 'This file is damaged or incomplete.',
  pixels: 'This image has more than 50 megapixels. Make it smaller and upload it again.',
  gif_large: 'An animated GIF may have at most 10 MB.',
  quota:
    'Your account has no room left for files. Room is freed 30 days after you delete posts and comments with ' +
    'images or videos.',
  not_video: 'This is not a video that we accept: MP4 or WebM.',
  quicktime: 'We do not accept QuickTime (MOV) files. Save the video as MP4 and upload it again.',
}
