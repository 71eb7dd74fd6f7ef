#!/usr/bin/env python3
"""Writes a log of small home feeds, one a line: up to 10 blocks and about 10 KB each.

    feed-log.py COUNT [--from N] [--seed S] [--personal PERCENT] > feeds.jsonl

Feed N depends only on the seed and N, so a log can be written in parts. The member `id` of a feed is its number. The
blocks have the schema of the home feed. Their texts differ in length, so their heights differ, too.

Each code has 50 blocks that many feeds share, like the blocks that a server shows to many readers. PERCENT of the blocks
occur in one feed only, like the recommendations for one reader.
"""
import argparse
import random
import sys

CODES = [
    "HOMEPAGE_BLOCK_PLAYLIST_RCMD", "HOMEPAGE_BLOCK_STYLE_RCMD", "HOMEPAGE_MUSIC_CALENDAR",
    "HOMEPAGE_PODCAST24", "HOMEPAGE_VOICELIST_RCMD", "HOMEPAGE_BLOCK_MGC_PLAYLIST",
    "HOMEPAGE_BLOCK_OFFICIAL_PLAYLIST", "HOMEPAGE_BLOCK_VIDEO_PLAYLIST", "HOMEPAGE_MUSIC_MLOG",
    "HOMEPAGE_BLOCK_NEW_ALBUM_NEW_SONG",
]
WORDS = ["雨天", "城市", "Harbour", "深夜电台", "Slow Ferry", "晴", "🎧", "海岸线", "北方的车站", "Lanterns"]
VARIANTS = 50


def title(draw):
    return "".join(draw.choice(WORDS) for _ in range(draw.randint(1, 4)))


def creative(draw, number):
    resource = (
        '{"uiElement":{"mainTitle":{"title":"%s"},"image":{"imageUrl":"https://example.com/%d.jpg"},'
        '"labelTexts":["%s"]},"resourceId":"%d","resourceExtInfo":{"playCount":%d,"tags":["x","y"]},'
        '"action":"orpheus://playlist/%d?autoplay=0","actionType":"orpheus"}'
        % (title(draw), number, title(draw), number, draw.randrange(200_000_000), number))
    return '{"creativeType":"list","creativeId":"%d","resources":[%s]}' % (number, resource)


def video(draw, number):
    return (
        '{"id":"%d","resource":{"mlogBaseData":{"id":"%d","text":"%s","coverWidth":1080,"coverHeight":1920,'
        '"duration":%d},"mlogExtVO":{"playCount":%d,"tags":["x","y"]}},"action":"orpheus://mlog/%d"}'
        % (number, number, title(draw), draw.randrange(600_000), draw.randrange(200_000_000), number))


def block(draw, code):
    if code == "HOMEPAGE_MUSIC_MLOG":
        videos = ",".join(video(draw, draw.randrange(10**12)) for _ in range(draw.randint(2, 6)))
        return (
            '{"blockCode":"%s","canClose":false,"uiElement":{"subTitle":{"title":"%s"}},"extInfo":[%s]}'
            % (code, title(draw), videos))
    creatives = ",".join(
        creative(draw, draw.randrange(10**12)) for _ in range(draw.randint(1, 4)))
    return (
        '{"blockCode":"%s","showType":"S%d","canClose":false,"uiElement":{"subTitle":{"title":"%s"},'
        '"button":{"action":"orpheus://more","actionType":"orpheus","text":"更多"}},"creatives":[%s]}'
        % (code, draw.randrange(7), title(draw), creatives))


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("count", type=int)
    options.add_argument("--from", dest="first", type=int, default=1)
    options.add_argument("--seed", type=int, default=20261121)
    options.add_argument("--personal", type=int, default=0, metavar="PERCENT")
    options = options.parse_args()
    draw = random.Random(options.seed)
    blocks = [[block(draw, code) for _ in range(VARIANTS)] for code in CODES]
    out = sys.stdout
    for number in range(options.first, options.first + options.count):
        draw.seed(options.seed * 1_000_003 + number)
        bits = draw.getrandbits(10 * 16)
        chosen = []
        for code, kinds in zip(CODES, blocks):
            # Leaves out one block in eight, so that feeds differ in more than their texts.
            if bits & 7 and options.personal and draw.randrange(100) < options.personal:
                chosen.append(block(draw, code))
            elif bits & 7:
                chosen.append(kinds[(bits >> 3 & 0x1FFF) % VARIANTS])
            bits >>= 16
        out.write(
            '{"code":200,"id":"feed-%09d","data":{"cursor":null,"hasMore":false,"blocks":[%s]}}\n'
            % (number, ",".join(chosen)))


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.stderr.close()
